// Checks the contrast of the tokens, computed from the stylesheet: 4.5 for text, 3 for everything else.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

function tokens(selector: string): Record<string, string> {
  const start = sheet.indexOf(`${selector} {`)
  const block = sheet.slice(start, sheet.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--pl-([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]),
  )
}

const light = tokens(':root')
const themes = { light, dark: { ...light, ...tokens("[data-mantine-color-scheme='dark']") } }

const SURFACES = ['bg', 'bg-canvas', 'bg-raised', 'bg-subtle', 'bg-hover', 'bg-selected']
const PAGE = ['bg', 'bg-canvas', 'bg-raised', 'bg-subtle']

const pairs: [what: string, least: number, front: string[], back: string[]][] = [
  ['text', 4.5, ['text', 'text-2', 'text-3', 'accent-text'], SURFACES],
  ['status texts', 4.5, ['ok', 'warn', 'bad', 'info'], SURFACES],
  [
    'status texts on their own background',
    4.5,
    ['text', 'text-2'],
    ['ok-soft', 'warn-soft', 'bad-soft', 'info-soft'],
  ],
  ['warning chips', 4.5, ['warn'], ['warn-soft']],
  ['error chips', 4.5, ['bad'], ['bad-soft']],
  ['code', 4.5, ['syn-key', 'syn-str', 'syn-num', 'syn-fn', 'syn-com', 'text'], ['bg-inset', 'bg-subtle']],
  ['text on fills', 4.5, ['on-fill'], ['fill', 'fill-hover', 'fill-active']],
  ['text on destructive fills', 4.5, ['on-bad'], ['bad-solid']],
  ['inverted text', 4.5, ['on-invert'], ['invert']],
  ['selected option', 4.5, ['text', 'text-3'], ['accent-soft']],
  ['text on the accent', 4.5, ['on-accent'], ['accent']],
  ['focus, underline, caret, progress', 3, ['accent'], SURFACES],
  ['borders of form controls', 3, ['line-control'], PAGE],
  ['dots', 3, ['ok-solid', 'warn-solid', 'bad-solid', 'info-solid'], ['bg', 'bg-raised']],
]

describe.each(Object.entries(themes))('the %s theme', (_, theme) => {
  test.each(pairs)('the contrast of %s is at least %d', (_what, least, front, back) => {
    for (const one of front)
      for (const other of back) {
        const ratio = contrast(theme[one]!, theme[other]!)
        expect(ratio, `${one} on ${other}`).toBeGreaterThanOrEqual(least - 0.005)
      }
  })
})

test('both themes have every colour', () => {
  const named = Object.keys(light).filter(
    (name) => light[name]!.startsWith('#') && !/^purple|^mark/.test(name),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(Object.keys(tokens("[data-mantine-color-scheme='dark']"))).toEqual(expect.arrayContaining(named))
})

function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`${hex} is no colour`)
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red, green, blue] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
