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

describe('code that is being written', () => {
  test('shows every letter, and is coloured as a whole in the end', () => {
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

  test('is coloured once a line, and less often when it is long', () => {
    const { coloured, colour } = counting()
    for (let end = 1; end <= LINE.length * 4; end += 1) colour(LINE.repeat(4).slice(0, end), true)
    expect(coloured).toEqual([1, 2, 3, 4].map((lines) => LINE.repeat(lines)))
    for (let lines = 5; lines <= 200; lines += 1) colour(LINE.repeat(lines), true)
    expect(coloured.length).toBeLessThan(80)
  })

  test('that stays the same is not coloured again', () => {
    const { coloured, colour } = counting()
    colour(LINE, false)
    colour(LINE, false)
    expect(coloured).toHaveLength(1)
  })

  test('of a language nobody knows stays plain', () => {
    const colour = createColouring(() => 'coloured')
    expect(colour(highlight, 'klingon', LINE, false)).toEqual({ coloured: null, rest: LINE })
    expect(colour(undefined, 'sql', LINE, false)).toEqual({ coloured: null, rest: LINE })
  })
})

const lettersOf = (node: Root | Root['children'][number]): string =>
  'children' in node ? node.children.map(lettersOf).join('') : 'value' in node ? node.value : ''
