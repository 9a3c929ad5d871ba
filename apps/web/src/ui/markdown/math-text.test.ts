import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasMath, writeMath } from './math-text.ts'

const cases: [name: string, text: string, written: string][] = [
  ['brackets', 'a \\(x^2\\) b', 'a $$x^2$$ b'],
  ['display brackets', '\\[\nx\n\\]', '$$\nx\n$$'],
  ['display in a list', '- a\n  \\[ x \\]\n', '- a\n  $$\n  x\n  $$\n'],
  ['display inside a line', 'so $$x$$ it is', 'so $$x$$ it is'],
  ['display alone on its line', '$$x$$\n', '$$\nx\n$$\n'],
  ['display that begins on its fence', '$$x +\ny$$', '$$\nx +\ny\n$$'],
  ['one dollar', 'let $a_b$ be', 'let $$a_b$$ be'],
  ['prices', 'from $5 to $10', 'from \\$5 to \\$10'],
  ['a price and a currency', '$5 (or 7 A$)', '\\$5 (or 7 A\\$)'],
  ['a formula that begins with a number', '$2x + 1$', '$$2x + 1$$'],
  ['an open formula', '$$\nx =', '\\$\\$\nx ='],
  ['escaped', '\\$x\\$ \\\\(x\\\\)', '\\$x\\$ \\\\(x\\\\)'],
  ['code spans', '`$x$` ``\\(y\\)``', '`$x$` ``\\(y\\)``'],
  ['an open code span', '`a $x$', '`a $$x$$'],
  ['fences', '```\n$x$\n```\n$y$', '```\n$x$\n```\n$$y$$'],
  ['fences in lists', '- ```\n  $x$\n  ```\n  $y$', '- ```\n  $x$\n  ```\n  $$y$$'],
  ['an open fence', '~~~\n$x$ $y$', '~~~\n$x$ $y$'],
  ['not across blank lines', '\\[ a\n\n b \\]', '\\[ a\n\n b \\]'],
  ['an empty pair', '\\(\\) $$$$', '\\(\\) \\$\\$\\$\\$'],
]

describe('formulas', () => {
  test.each(cases)('%s', (_, text, written) => {
    expect(writeMath(text).text).toBe(written)
  })

  test('detects whether a text contains formulas', () => {
    expect(hasMath('It costs $5.')).toBe(false)
    expect(hasMath('from $5 to $10')).toBe(false)
    expect(hasMath('`$x$`')).toBe(false)
    expect(hasMath('let $x$ be')).toBe(true)
    expect(hasMath('\\[ x \\]')).toBe(true)
    expect(hasMath('```math\nx\n```')).toBe(true)
  })

  test('leaves text without dollars and backslashes unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '`', '~', '\n', ' ', '-', '(', '[', '>') }),
        (text) => writeMath(text).text === text,
      ),
      { numRuns: 500 },
    )
  })

  test('never returns an empty text for one that is not blank', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '`', '$', '\\', '(', ')', '[', ']', '\n', ' ', '5') }),
        (text) => {
          expect(writeMath(text).text.length).toBeGreaterThanOrEqual(text.trim() === '' ? 0 : 1)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
