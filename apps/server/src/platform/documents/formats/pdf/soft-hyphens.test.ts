import { expect, test } from 'vitest'
import { withSoftHyphens } from './soft-hyphens.ts'

const SHOW = 44
const glyph = (unicode: string) => ({ unicode, width: 300 })
const item = (str: string) => ({
  str,
  transform: [10, 0, 0, 10, 0, 0],
  width: 10,
  height: 10,
  fontName: 'f',
  hasEOL: false,
})
const read = (str: string, shown: readonly string[]) => {
  const operators = { fnArray: [SHOW], argsArray: [[shown.map(glyph)]] }
  return withSoftHyphens({ items: [item(str)], styles: {} } as never, operators as never).items.map(
    (one) => (one as { str: string }).str,
  )
}

test('a page of soft hyphens takes time that grows with their number', { timeout: 5_000 }, () => {
  const many = 200_000
  const [text = ''] = read('ab', ['a', ...Array.from({ length: many }, () => ['\u00ad', ' ']).flat(), 'b'])
  expect(text.match(/\u00ad/g)).toHaveLength(many)
})

test('a soft hyphen has the blanks beside it that the page has', () => {
  expect(read('ab', ['a', '\u00ad', 'b'])).toEqual(['a\u00adb'])
  expect(read('a b', ['a', '\u00ad', ' ', 'b'])).toEqual(['a\u00ad b'])
  expect(read('a b', ['a', ' ', '\u00ad', 'b'])).toEqual(['a \u00adb'])
})
