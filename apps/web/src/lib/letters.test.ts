import { beforeEach, expect, test, vi } from 'vitest'
import { fetchKnownLetters } from './letters.ts'

/** Font faces of a page; a face is `loaded` after it was rendered or requested. */
function pageWith(...styles: string[]) {
  const faces = styles.map((style) => ({
    family: 'Inter Variable',
    style,
    unicodeRange: 'U+0-FF',
    status: 'unloaded',
    load: vi.fn(async () => undefined),
  }))
  const fonts = Object.assign(new EventTarget(), { [Symbol.iterator]: () => faces[Symbol.iterator]() })
  const draw = (style: string) => {
    for (const face of faces) if (face.style === style) face.status = 'loaded'
    fonts.dispatchEvent(new Event('loadingdone'))
  }
  fetchKnownLetters(fonts as unknown as FontFaceSet)
  return {
    draw,
    asked: () => faces.filter(({ load }) => load.mock.calls.length > 0).map(({ style }) => style),
  }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
})

test('fetches the font faces used at the last visit before anything is rendered', () => {
  const first = pageWith('normal', 'italic', 'oblique')
  expect(first.asked()).toEqual([])
  first.draw('normal')
  first.draw('italic')
  expect(pageWith('normal', 'italic', 'oblique').asked()).toEqual(['normal', 'italic'])
})

test('fetches at most eight font faces, and none without localStorage', () => {
  const styles = Array.from({ length: 20 }, (_, index) => `oblique ${index}deg`)
  const first = pageWith(...styles)
  styles.forEach(first.draw)
  expect(pageWith(...styles).asked()).toHaveLength(8)
  vi.stubGlobal('localStorage', undefined)
  const forgetful = pageWith('normal')
  forgetful.draw('normal')
  expect(pageWith('normal').asked()).toEqual([])
})
