// The colour table of the design, and rules that hold for every chosen colour.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, hexOf, lowestContrast, oklchOf } from '#lib/colours/colour.ts'
import { derive, SHAPE, TEXT } from '#lib/colours/derive.ts'
import { BRAND, BRAND_RAMP, NEUTRAL, surfacesOf, type Scheme } from '#lib/colours/base-colours.ts'
import { PRESETS } from './presets.ts'

// Light fill and its text, light accent text, dark fill and its text, dark accent text.
const TABLE: Record<string, [string, string, string, string, string, string]> = {
  red: ['#df3236', '#ffffff', '#cf1e29', '#df3236', '#ffffff', '#fc514f'],
  orange: ['#c15609', '#ffffff', '#ae4c01', '#f97316', '#150f1c', '#f97316'],
  amber: ['#a56a0a', '#ffffff', '#955e02', '#f59e0b', '#150f1c', '#f59e0b'],
  yellow: ['#967104', '#ffffff', '#856506', '#eab308', '#150f1c', '#eab308'],
  lime: ['#528300', '#ffffff', '#4a7607', '#84cc16', '#150f1c', '#84cc16'],
  green: ['#0b893e', '#ffffff', '#017b35', '#22c55e', '#150f1c', '#22c55e'],
  emerald: ['#0d865d', '#ffffff', '#047953', '#15bb83', '#150f1c', '#10b981'],
  teal: ['#0d8577', '#ffffff', '#02776a', '#14b8a6', '#150f1c', '#14b8a6'],
  cyan: ['#028299', '#ffffff', '#057488', '#06b6d4', '#150f1c', '#06b6d4'],
  sky: ['#0d7db1', '#ffffff', '#0671a1', '#1fabf0', '#150f1c', '#0ea5e9'],
  blue: ['#2b72e5', '#ffffff', '#1d64d6', '#2b72e5', '#ffffff', '#478cfd'],
  navy: ['#1e3a8a', '#ffffff', '#1e3a8a', '#4263b7', '#ffffff', '#688de5'],
  indigo: ['#6264ef', '#ffffff', '#5757e1', '#6264ef', '#ffffff', '#7982fe'],
  violet: ['#8757f1', '#ffffff', '#7b49e3', '#8757f1', '#ffffff', '#9a76fe'],
  purple: ['#9333ea', '#ffffff', '#9333ea', '#9333ea', '#ffffff', '#af6cfe'],
  fuchsia: ['#e553fb', '#150f1c', '#b510cb', '#e553fb', '#150f1c', '#de4cf4'],
  pink: ['#d63187', '#ffffff', '#c61c79', '#fc58a7', '#150f1c', '#f34f9f'],
  rose: ['#e0274e', '#ffffff', '#d10d43', '#e0274e', '#ffffff', '#fc4f68'],
  brown: ['#92400e', '#ffffff', '#92400e', '#a24f21', '#ffffff', '#d0784c'],
  slate: ['#64748b', '#ffffff', '#5c6b82', '#64748b', '#ffffff', '#8090a8'],
  gray: ['#62626b', '#ffffff', '#1a181f', '#e6e5e9', '#151417', '#ebeaee'],
  black: ['#1f1d23', '#ffffff', '#1a181f', '#e6e5e9', '#151417', '#ebeaee'],
  white: ['#1f1d23', '#ffffff', '#1a181f', '#e6e5e9', '#151417', '#ebeaee'],
  brand: ['#9739e7', '#ffffff', '#7e26c4', '#9739e7', '#ffffff', '#ceaafd'],
}

const SCHEMES: Scheme[] = ['light', 'dark']

test('there are 24 presets, each with its row in the table', () => {
  expect(PRESETS.map(({ name }) => name).toSorted()).toEqual(Object.keys(TABLE).toSorted())
  expect(PRESETS).toHaveLength(24)
})

test.each(PRESETS)('$name has exactly the colours of the table', ({ name, pick }) => {
  const row = SCHEMES.flatMap((scheme) => {
    const { accents } = derive(pick, scheme, true)
    return [accents.fill, accents['on-fill'], accents['accent-text']]
  })
  expect(row).toEqual(TABLE[name])
})

/** Checks the rules for every chosen colour; the visibility of the fill only when it was adjusted. */
function readable(pick: string, scheme: Scheme, fix: boolean): void {
  const { accents: a, ramp } = derive(pick, scheme, fix)
  const surfaces = surfacesOf(scheme)
  const at = `${pick} ${scheme} ${String(fix)}`
  for (const state of ['fill', 'fill-hover', 'fill-active'] as const)
    expect(contrast(a['on-fill'], a[state]), `${at}: text on ${state}`).toBeGreaterThanOrEqual(TEXT)
  if (fix) expect(contrast(a.fill, NEUTRAL[scheme]['bg-raised']), `${at}: fill`).toBeGreaterThanOrEqual(SHAPE)
  expect(lowestContrast(a['accent-text'], surfaces), `${at}: accent text`).toBeGreaterThanOrEqual(TEXT)
  expect(lowestContrast(a.accent, surfaces), `${at}: ring`).toBeGreaterThanOrEqual(SHAPE)
  expect(contrast(a['on-accent'], a.accent), `${at}: on the accent`).toBeGreaterThanOrEqual(TEXT)
  for (const text of ['text', 'text-2', 'text-3'] as const)
    expect(
      contrast(NEUTRAL[scheme][text], a['accent-soft']),
      `${at}: ${text} on soft`,
    ).toBeGreaterThanOrEqual(TEXT)
  for (const colour of [...Object.values(a), ...ramp]) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  expect(ramp).toHaveLength(10)
}

describe.each(SCHEMES)('%s', (scheme) => {
  test.each([true, false])('every preset is readable, with correction: %s', (fix) => {
    for (const { pick } of PRESETS) readable(pick, scheme, fix)
  })

  test('every colour of a grid over all colours is readable', () => {
    for (let l = 0; l <= 1; l += 0.1)
      for (let h = 0; h < 360; h += 30)
        for (const c of [0, 0.015, 0.03, 0.12, 0.3])
          for (const fix of [true, false]) readable(hexOf({ l, c, h }), scheme, fix)
  })
})

test('without correction the picked colour is the fill if a text is readable on it', () => {
  const { accents, change } = derive('#EAB308', 'light', false)
  expect([accents.fill, accents['on-fill'], change]).toEqual(['#eab308', '#150f1c', 'none'])
  expect(accents['accent-text']).toBe('#856506')
})

test('reports how the picked colour was changed', () => {
  expect(derive('#eab308', 'light', true).change).toBe('darker')
  expect(derive('#eab308', 'dark', true).change).toBe('none')
  expect(derive('#1e3a8a', 'dark', true).change).toBe('lighter')
  expect(derive('#777777', 'dark', true).change).toBe('neutral')
})

test('neutral and brand colours are those of the stylesheet', () => {
  const sheet = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
  const blocks = {
    light: sheet.split("[data-mantine-color-scheme='dark'] {")[0]!,
    dark: sheet.split("[data-mantine-color-scheme='dark'] {")[1]!,
  }
  for (const scheme of SCHEMES)
    for (const [name, value] of Object.entries({ ...NEUTRAL[scheme], ...BRAND[scheme] }))
      expect(blocks[scheme], `${scheme} ${name}`).toContain(`--pl-${name}: ${value};`)
  BRAND_RAMP.forEach((value, step) => expect(blocks.light).toContain(`--pl-purple-${step}: ${value};`))
})

test('a colour survives the conversion to OKLCH and back', () => {
  for (const { pick } of PRESETS) expect(hexOf(oklchOf(pick))).toBe(pick)
})
