import { describe, expect, test } from 'vitest'
import { nameOfQuestion, placeName } from './names.ts'

describe('naming a chat after the first words of a question', () => {
  const cases: [prompt: string, name: string][] = [
    ['Compare the bids for lot 2, and write a query.', 'Compare the bids for lot 2'],
    ['Hello', 'Hello'],
    ['  \n# Vergleich:\n\nder   Angebote ', 'Vergleich: der Angebote'],
    ['**Is** the `missing` certificate a reason – or not?', 'Is the missing certificate a reason'],
    ['Какво е срокът за доставка на лот 2 според офертата?', 'Какво е срокът за доставка на'],
    ['```', ''],
    ['请比较第二批的投标并写一个查询'.repeat(20), '请比较第二批的投标并写一个查询'.repeat(20).slice(0, 80)],
  ]
  test.each(cases)('%j', (prompt, name) => {
    expect(nameOfQuestion(prompt)).toBe(name)
  })

  test('does not split letters made of several characters', () => {
    expect(nameOfQuestion('👩🏽'.repeat(100))).toBe('👩🏽'.repeat(50))
  })

  test('is a valid name, and found quickly, also in letters of endless combining marks', () => {
    expect(nameOfQuestion('e\u0301'.repeat(100))).toBe('e\u0301'.repeat(80))
    expect(nameOfQuestion(`a${'\u0301'.repeat(3_000_000)}`)).toBe(`a${'\u0301'.repeat(199)}`)
  })
})

test.each([
  ['Heating', 'Costs', 'Heating · Costs'],
  ['Heating', 'Heating', 'Heating'],
  ['Heating', 'Tab 1', 'Heating'],
  ['Heating', 'Tab of Anna', 'Heating · Tab of Anna'],
])('the place of %j, %j is %j', (project, tab, place) => {
  expect(placeName(project, tab)).toBe(place)
})
