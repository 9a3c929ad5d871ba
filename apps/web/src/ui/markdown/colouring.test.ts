import type { Root } from 'hast'
import { describe, expect, test } from 'vitest'
import { createColouring } from './colouring.ts'
import { highlight } from './highlight.ts'

const LINE = 'SELECT name FROM t;\n'

/** A highlighter that counts its calls. */
function counting() {
  const coloured: string[] = []
  const colour = createColouring((tree) => [JSON.stringify(tree)])
  const count = (language: string, code: string): Root | undefined => {
    const tree = highlight(language, code)
    if (tree) coloured.push(code)
    return tree
  }
  return { coloured, colour: (code: string, writing: boolean) => colour(count, 'sql', code, writing) }
}

describe('highlighting of code', () => {
  test('shows every letter while the code is written, and highlights all of it at the end', () => {
    const { colour } = counting()
    const text = LINE.repeat(40)
    for (let end = 1; end <= text.length; end += 7) {
      const code = text.slice(0, end)
      const { coloured, rest } = colour(code, true)
      const letters = Array.isArray(coloured) ? lettersOf(JSON.parse(String(coloured[0])) as Root) : ''
      expect(letters + rest).toBe(code)
    }
    expect(colour(text, false)).toEqual({ coloured: [JSON.stringify(highlight('sql', text))], rest: '' })
  })

  test('runs once per line, and less often for long code', () => {
    const { coloured, colour } = counting()
    for (let end = 1; end <= LINE.length * 4; end += 1) colour(LINE.repeat(4).slice(0, end), true)
    expect(coloured).toEqual([1, 2, 3, 4].map((lines) => LINE.repeat(lines)))
    for (let lines = 5; lines <= 200; lines += 1) colour(LINE.repeat(lines), true)
    expect(coloured.length).toBeLessThan(80)
  })

  test('does not run again for unchanged code', () => {
    const { coloured, colour } = counting()
    colour(LINE, false)
    colour(LINE, false)
    expect(coloured).toHaveLength(1)
  })

  test('shows code of an unknown language as plain text', () => {
    const colour = createColouring(() => 'coloured')
    expect(colour(highlight, 'klingon', LINE, false)).toEqual({ coloured: null, rest: LINE })
    expect(colour(undefined, 'sql', LINE, false)).toEqual({ coloured: null, rest: LINE })
  })
})

const lettersOf = (node: Root | Root['children'][number]): string =>
  'children' in node ? node.children.map(lettersOf).join('') : 'value' in node ? node.value : ''
