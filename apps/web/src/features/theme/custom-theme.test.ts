import { expect, test } from 'vitest'
import { cssOf, settingOf, themeOf } from './custom-theme.ts'

const sea = { name: 'Sea', pick: '#0d9488', fix: false }

test('a theme is stored in the specified format and read again', () => {
  expect(JSON.parse(settingOf(sea))).toEqual({
    name: 'Sea',
    colors: { primary: '#0d9488' },
    uiLightnessFix: false,
  })
  expect(themeOf(settingOf(sea))).toEqual(sea)
  expect(settingOf(null)).toBe('')
})

test('the correction is on unless it was switched off', () => {
  expect(themeOf('{"name":"x","colors":{"primary":"#ABCDEF"}}')).toEqual({
    name: 'x',
    pick: '#abcdef',
    fix: true,
  })
})

test.each([
  undefined,
  '',
  '{}',
  'null',
  '[]',
  '{"colors":{"primary":"red"}}',
  '{"colors":{"primary":"#fff;}"}}',
  '{',
])('%s is not a theme', (setting) => expect(themeOf(setting)).toBeNull())

test('the stylesheet sets every colour for both schemes, and is empty for the brand theme', () => {
  const css = cssOf(sea)
  const [light, dark] = css.split("[data-mantine-color-scheme='dark']")
  for (const part of [light, dark])
    for (const name of [
      'fill',
      'fill-hover',
      'on-fill',
      'accent',
      'accent-text',
      'accent-soft',
      'mark-lines',
      'purple-9',
    ])
      expect(part).toMatch(new RegExp(`--pl-${name}:#[0-9a-f]{6}[;}]`))
  expect(cssOf(null)).toBe('')
  expect(cssOf({ name: 'Brand', pick: '#a855f7', fix: true })).toBe('')
})
