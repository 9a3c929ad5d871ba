import { describe, expect, test } from 'vitest'
import { fit, fromMarks, marked, ranked } from './rank.ts'

const order = (names: string[], typed: string) => ranked(names, (name) => name, typed).map(({ item }) => item)

describe('ranking', () => {
  test.each([
    ['help', ['Help', 'Help for tabs', 'Show help', 'Selfhelp group'], 'whole, beginning, word, inside'],
    ['proj', ['Projects', 'New project'], 'the beginning before a later word'],
    ['new p', ['New project', 'New paper on apes'], 'every word must match, shorter names first'],
    ['ueber', [], 'no match'],
  ])('%j gives %j: %s', (typed, names) => {
    expect(order([...names].toReversed().concat('Zzz'), typed)).toEqual(names)
  })

  test('keeps the order without a search text', () => {
    expect(order(['b', 'a'], '  ')).toEqual(['b', 'a'])
  })

  test('ignores case and accents in any alphabet', () => {
    expect(order(['Über Polylogue', 'Помощ'], 'uber')).toEqual(['Über Polylogue'])
    expect(order(['Über Polylogue', 'Помощ'], 'ПОМ')).toEqual(['Помощ'])
  })

  test.each([
    ['Café Łódź', 'lodz', 'Łódź'],
    ['Herr Weiß', 'weiss', 'Weiß'],
    ['Herr Weiss', 'weiß', 'Weiss'],
    ['Zu\u0308rich', 'zurich', 'Zu\u0308rich'],
    ['Zu\u0308rich', 'zu', 'Zu\u0308'],
    ['Straße 5', 'stras', 'Straß'],
  ])('in %j, %j marks %j', (name, typed, hit) => {
    expect(marked(name, fit(name, typed).spans).find((part) => part.hit)?.text).toBe(hit)
  })

  test('allows missing letters, but not letters scattered over the whole name', () => {
    expect(order(['Keyboard shortcuts'], 'kybrd')).toEqual(['Keyboard shortcuts'])
    expect(order(['Keyboard shortcuts'], 'kts')).toEqual([])
    expect(order(['Keyboard shortcuts'], 'yrd')).toEqual([])
    expect(order(['Switch'], 'th')).toEqual([])
  })

  test('excludes a name if one word does not match', () => {
    expect(fit('New project', 'new chat').score).toBe(0)
  })
})

test('marks the matching parts', () => {
  expect(marked('Über uns', fit('Über uns', 'ub un').spans)).toEqual([
    { text: 'Üb', hit: true },
    { text: 'er ', hit: false },
    { text: 'un', hit: true },
    { text: 's', hit: false },
  ])
  expect(marked('abc', [])).toEqual([{ text: 'abc', hit: false }])
  expect(marked('New project', fit('New project', 'new ne').spans)[0]).toEqual({ text: 'New', hit: true })
})

test('turns [[ ]] marks into parts and keeps other brackets as text', () => {
  expect(fromMarks('Only [[Brückner]] meets\nit')).toEqual([
    { text: 'Only ', hit: false },
    { text: 'Brückner', hit: true },
    { text: ' meets it', hit: false },
  ])
  expect(fromMarks('a[0]] = [[1')).toEqual([{ text: 'a[0]] = [[1', hit: false }])
  expect(fromMarks('')).toEqual([])
})
