import { describe, expect, test } from 'vitest'
import { fit, fromMarks, marked, ranked } from './rank.ts'

const order = (names: string[], typed: string) => ranked(names, (name) => name, typed).map(({ item }) => item)

describe('ranking', () => {
  test.each([
    ['help', ['Help', 'Help for tabs', 'Show help', 'Selfhelp group'], 'whole, beginning, word, inside'],
    ['proj', ['Projects', 'New project'], 'a beginning before a later word'],
    ['new p', ['New project', 'New paper on apes'], 'every word counts, the shorter first'],
    ['ueber', [], 'what is not there'],
  ])('%j gives %j: %s', (typed, names) => {
    expect(order([...names].toReversed().concat('Zzz'), typed)).toEqual(names)
  })

  test('nothing typed keeps everything in its order', () => {
    expect(order(['b', 'a'], '  ')).toEqual(['b', 'a'])
  })

  test('case and accents do not count, in any alphabet', () => {
    expect(order(['Über Polylogue', 'Помощ'], 'uber')).toEqual(['Über Polylogue'])
    expect(order(['Über Polylogue', 'Помощ'], 'ПОМ')).toEqual(['Помощ'])
  })

  test('letters may be left out, not strewn over the whole name', () => {
    expect(order(['Keyboard shortcuts'], 'kybrd')).toEqual(['Keyboard shortcuts'])
    expect(order(['Keyboard shortcuts'], 'kts')).toEqual([])
    expect(order(['Keyboard shortcuts'], 'yrd')).toEqual([])
    expect(order(['Switch'], 'th')).toEqual([])
  })

  test('a word that does not fit takes the name out', () => {
    expect(fit('New project', 'new chat').score).toBe(0)
  })
})

test('what fits is marked where it stands', () => {
  expect(marked('Über uns', fit('Über uns', 'ub un').spans)).toEqual([
    { text: 'Üb', hit: true },
    { text: 'er ', hit: false },
    { text: 'un', hit: true },
    { text: 's', hit: false },
  ])
  expect(marked('abc', [])).toEqual([{ text: 'abc', hit: false }])
  expect(marked('New project', fit('New project', 'new ne').spans)[0]).toEqual({ text: 'New', hit: true })
})

test('the marks of a find become parts, and text with brackets of its own stays text', () => {
  expect(fromMarks('Only [[Brückner]] meets\nit')).toEqual([
    { text: 'Only ', hit: false },
    { text: 'Brückner', hit: true },
    { text: ' meets it', hit: false },
  ])
  expect(fromMarks('a[0]] = [[1')).toEqual([{ text: 'a[0]] = [[1', hit: false }])
  expect(fromMarks('')).toEqual([])
})
