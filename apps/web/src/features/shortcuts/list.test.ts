import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SHORTCUTS } from '#lib/shortcuts.ts'
import { keyName, readShortcuts } from './list.ts'

const folder = new URL('../../../../server/static/data/keyboard-shortcuts/', import.meta.url)
const source = new URL('../../', import.meta.url)
const fileOf = (language: string) =>
  readShortcuts(JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')))
const all = (language: string) => fileOf(language).groups.flatMap(({ shortcuts }) => shortcuts)

/** Labels of keys in the lists. */
const signs: Record<string, string> = { Slash: '/', Period: '.', Comma: ',', Escape: 'Esc' }
const printed = (code: string) => signs[code] ?? code.replace('Key', '')
const secondOf = (shortcut: { shift: boolean; second?: { code: string } }) => shortcut.second?.code

describe.each(['en', 'de', 'bg'])('the list of shortcuts in %s', (language) => {
  test('contains every shortcut once, with its keys', () => {
    const listed = all(language).filter(({ code }) => code !== '')
    expect(listed.map(({ code }) => code).toSorted()).toEqual(Object.keys(SHORTCUTS).toSorted())
    for (const { code, keys, second } of listed) {
      const name = code as keyof typeof SHORTCUTS
      expect(keys, code).toEqual(['Mod', ...(SHORTCUTS[name].shift ? ['Shift'] : []), printed(name)])
      const other = secondOf(SHORTCUTS[name])
      expect(second, code).toEqual(other === undefined ? [] : ['Mod', 'Shift', printed(other)])
    }
  })

  test('has the same groups and keys as in English, with translated texts', () => {
    const shape = (of: string) => fileOf(of).groups.map(({ shortcuts }) => shortcuts.map(({ keys }) => keys))
    expect(shape(language)).toEqual(shape('en'))
    const words = all(language).map(({ text }) => text)
    expect(new Set(words).size).toBe(words.length)
    if (language !== 'en') for (const { text } of all('en')) expect(words).not.toContain(text)
  })
})

test('every shortcut is registered with useShortcut', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const text = files.map((name) => readFileSync(new URL(name, source), 'utf8')).join('\n')
  expect(Object.keys(SHORTCUTS).filter((code) => !text.includes(`useShortcut('${code}'`))).toEqual([])
})

test('leaves out invalid entries', () => {
  expect(readShortcuts([])).toEqual({ names: {}, groups: [] })
  expect(
    readShortcuts({
      groups: [{ title: 'x', shortcuts: [{ text: 'a' }, { text: 'b', keys: ['K', 3] }] }, { title: 'y' }],
    }),
  ).toEqual({
    names: {},
    groups: [{ title: 'x', shortcuts: [{ text: 'b', code: '', keys: ['K'], second: [] }] }],
  })
})

test('keys have the names printed on the keyboard', () => {
  expect(keyName('Mod', { Mod: 'Strg' }, false)).toBe('Strg')
  expect(keyName('Mod', { Mod: 'Strg' }, true)).toBe('Cmd')
  expect(keyName('Shift', { Shift: 'Umschalt' }, true)).toBe('Umschalt')
  expect(keyName('K', {}, false)).toBe('K')
})
