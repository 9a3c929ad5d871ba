import { describe, expect, test } from 'vitest'
import { cut } from './cut.ts'
import { blocksOf, splitFences, unitsOf } from './markdown.ts'
import { translateUnits } from './pieces.ts'
import { isFaithful, mask, protectedIn, unmask } from './protect.ts'

/** A service that translates to capitals, and the texts that it was sent. */
function capitals(change: (text: string) => string = (text) => text.toUpperCase()) {
  const sent: string[] = []
  const send = (texts: readonly string[]) => {
    sent.push(...texts)
    return Promise.resolve(texts.map(change))
  }
  return { sent, send }
}

describe('protected parts', () => {
  test.each([
    ['Write `npm run x` and ``a`b`` now', ['`npm run x`', '``a`b``']],
    ['Dear {{name}}, on {{ day }}', ['{{name}}', '{{ day }}']],
    ['See https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
    ['(www.example.org), mailto:a@b.org!', ['www.example.org', 'mailto:a@b.org']],
    ['A [link](/help/tabs) here', ['/help/tabs']],
    ['One<br>two [[3]]', ['<br>', '[[3]]']],
    ['5 < 6 and a > b, {not} [one]', []],
  ])('%s', (text, found) => {
    expect(protectedIn(text)).toEqual(found)
    const masked = mask(text)
    expect(unmask(masked.text, masked.kept)).toBe(text)
  })

  test.each(['[[0]]', '[[0]] [[0]] [[1]]', '[[0]] [[1]] [[2]]', ''])(
    'marks that came back as “%s” are refused',
    (text) => {
      expect(unmask(text, ['a', 'b'])).toBeUndefined()
    },
  )

  test('marks may change their order and their white space', () => {
    expect(unmask('[[ 1 ]] und [[0]]', ['a', 'b'])).toBe('b und a')
    expect(isFaithful('{{a}} and {{b}}', '{{b}} und {{a}}')).toBe(true)
    expect(isFaithful('{{a}} and {{b}}', '{{a}} und {{a}}')).toBe(false)
    expect(isFaithful('{{a}}', '{{A}}')).toBe(false)
  })

  test.each(['`', '{{', '[[', 'http://', '](', '<a', '``', '[[0'])('is fast with many “%s”', (piece) => {
    const text = piece.repeat(20_000 / piece.length)
    const began = performance.now()
    protectedIn(text)
    expect(performance.now() - began).toBeLessThan(500)
  })
})

describe('cutting', () => {
  test('splits at paragraphs, then lines, then sentences, then words, without loss', () => {
    expect(cut('One two three.\n\nFour five six.', 20)).toEqual(['One two three.\n\n', 'Four five six.'])
    expect(cut('One two three\nFour five six', 18)).toEqual(['One two three\n', 'Four five six'])
    expect(cut('One two three. Four five six.', 20)).toEqual(['One two three. ', 'Four five six.'])
    expect(cut('One two three four', 12)).toEqual(['One two ', 'three four'])
  })

  test.each([1, 2, 7, 100])('pieces of at most %i characters join to the text', (limit) => {
    const text = 'Größe 🜁🜁 [[12]]. Ende!\n\n- a\n- b 😀😀😀😀 xxxxxxxxxxxxxxxxxxxxxxxxx'
    const pieces = cut(text, limit)
    expect(pieces.join('')).toBe(text)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(limit)
    if (limit > 1) expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
  })
})

describe('Markdown', () => {
  const text = [
    '# Title of it',
    '',
    'A paragraph',
    'in two lines.',
    '',
    '- [ ] first `code`',
    '  1. second',
    '> quoted words',
    '',
    '| Head | 12 |',
    '|---|---|',
    '| cell | {{x}} |',
    '',
    '```js',
    'const dear = "reader"',
    '```',
    'The end.',
  ].join('\n')

  test('is sent in units without its markers, and returned with them', async () => {
    const { sent, send } = capitals()
    const translated = await translateUnits(text, 1_000, send)
    expect(sent).toEqual([
      'Title of it',
      'A paragraph\nin two lines.',
      'first [[0]]',
      'second',
      'quoted words',
      'Head',
      'cell',
      'The end.',
    ])
    expect(translated).toBe(
      text
        .replace('Title of it', 'TITLE OF IT')
        .replace('A paragraph\nin two lines.', 'A PARAGRAPH\nIN TWO LINES.')
        .replace('first', 'FIRST')
        .replace('second', 'SECOND')
        .replace('quoted words', 'QUOTED WORDS')
        .replace('Head', 'HEAD')
        .replace('cell', 'CELL')
        .replace('The end.', 'THE END.'),
    )
  })

  test.each([
    text,
    '```\nnever closed\nwords',
    '~~~\na\n```\n~~~\nb',
    '',
    '\n\n',
    '> ```\n> x\n> ```\nb',
    '|||\n|a',
  ])('is split without losing a character: %j', (one) => {
    for (const parts of [splitFences(one), unitsOf(one), blocksOf(one, 30)])
      expect(parts.map((part) => part.text).join('')).toBe(one)
  })

  test('with wrong marks in the reply is sent again in parts', async () => {
    const { sent, send } = capitals((one) => one.replace(/\[\[\d+\]\]/g, '').toUpperCase())
    expect(await translateUnits('Dear {{name}}, see `x`!\n\nPlain.', 1_000, send)).toBe(
      'DEAR {{name}}, SEE `x`!\n\nPLAIN.',
    )
    expect(sent).toEqual(['Dear [[0]], see [[1]]!', 'Plain.', 'Dear', ', see'])
  })

  test('with an added placeholder in the reply is not accepted', async () => {
    const { send } = capitals((one) => (one.includes('[[0]]') ? `${one} {{other}}` : one.toUpperCase()))
    expect(await translateUnits('Dear {{name}} there', 1_000, send)).toBe('DEAR {{name}} THERE')
  })

  test('with long units is split below the limit and joined in order', async () => {
    const { sent, send } = capitals()
    const sentences = Array.from({ length: 40 }, (_, index) => `Sentence number ${index} ends here.`).join(
      ' ',
    )
    expect(await translateUnits(sentences, 200, send)).toBe(sentences.toUpperCase())
    expect(Math.max(...sent.map((one) => one.length))).toBeLessThanOrEqual(200)
    expect(sent.length).toBeGreaterThan(5)
  })
})
