import { placeholdersOf } from '@polylogue/contract/browser'
import { expect, test } from 'vitest'
import { segmentsOf } from '../segments.ts'
import { checkboxTexts, firstValues, isAlone, labelOf, unresolvedOf, wrongWith } from './fill.ts'

const WORDS = { yes: 'yes', no: 'no' }
const placeOf = (content: string) => {
  const [place] = placeholdersOf(`{{${content}}}`)
  if (!place) throw new Error('no placeholder')
  return place
}

test.each([
  ['name', ''],
  ['name | default="Anna"', 'Anna'],
  ['tone | type=select options="formal,plain" default=plain', 'plain'],
  ['tone | type=select options="formal,plain" default=rude', ''],
  ['short | type=checkbox', 'no'],
  ['short | type=checkbox default=yes', 'yes'],
  ['short | type=checkbox default="in two lines"', ''],
  ['length | type=range min=10 max=30', '20'],
  ['length | type=range default=12', '12'],
  ['colour | type=color default=#FF0000', '#ff0000'],
  ['colour | type=color default=red', '#000000'],
  ['source | type=file default=x', ''],
])('the initial value of {{%s}} is %j', (content, value) => {
  const place = placeOf(content)
  expect(firstValues([place], WORDS).get(place.name)).toBe(value)
})

test('does not ask for built-in placeholders', () => {
  const places = placeholdersOf('{{date}} {{clipboard}} {{topic}}')
  expect([...firstValues(places, WORDS).keys()]).toEqual(['topic'])
  expect(unresolvedOf(places, new Map()).map(({ name }) => name)).toEqual(['topic'])
})

test('a checkbox inserts its own text, or yes and no', () => {
  expect(checkboxTexts(placeOf('a | type=checkbox default="with sources"'), WORDS)).toEqual({
    on: 'with sources',
    off: '',
  })
  expect(checkboxTexts(placeOf('a | type=checkbox'), WORDS)).toEqual({ on: 'yes', off: 'no' })
})

test.each([
  ['n | type=number', '3', undefined],
  ['n | type=number', 'three', 'number'],
  ['n | type=number min=2 max=4', '5', 'bounds'],
  ['m | type=email', 'anna@example.org', undefined],
  ['m | type=email', 'anna', 'email'],
  ['u | type=url', 'https://example.org', undefined],
  ['u | type=url', 'example', 'url'],
  ['t', 'anything', undefined],
])('validates {{%s}} with %j: %s', (content, value, wrong) => {
  expect(wrongWith(placeOf(content), value)).toBe(wrong)
})

test('optional placeholders may stay empty, invalid values count as unresolved', () => {
  const places = placeholdersOf('{{a}} {{b | type=text}} {{c | type=number}}')
  const names = (values: [string, string][]) => unresolvedOf(places, new Map(values)).map(({ name }) => name)
  expect(names([])).toEqual(['a'])
  expect(
    names([
      ['a', ' '],
      ['c', 'x'],
    ]),
  ).toEqual(['a', 'c'])
  expect(names([['a', 'filled']])).toEqual([])
})

test('splits a text with a NUL character at its placeholders', () => {
  const text = 'Write to {{name}} and {{name}} about {{topic | type=text}}.\u0000'
  expect(segmentsOf(text, placeholdersOf(text))).toEqual([
    { text: 'Write to ' },
    { text: '{{name}}', name: 'name' },
    { text: ' and ' },
    { text: '{{name}}', name: 'name' },
    { text: ' about ' },
    { text: '{{topic}}', name: 'topic' },
    { text: '.' },
  ])
})

test.each([
  ['customer_name', 'Customer name'],
  ['e-mail', 'E-mail'],
  ['über_uns', 'Über uns'],
  ['Topic', 'Topic'],
  ['_', '_'],
])('labels the field of {{%s}} %j', (name, label) => {
  expect(labelOf(name)).toBe(label)
})

test('a placeholder alone in its line takes several lines', () => {
  expect(isAlone('Shorten this:\n\n{{text}}', 'text')).toBe(true)
  expect(isAlone('Explain {{text}} to {{reader}}.', 'text')).toBe(false)
})
