import { expect, test } from 'vitest'
import {
  EMPTY_CHECK,
  missingOf,
  moved,
  placeIn,
  replaced,
  sentOf,
  unchangedIn,
  valuesOf,
  wrongWith,
} from './values.ts'

const prompt = (title: string, text = `Ask ${title}`) => ({ promptId: 0, title, prompt: text, checks: [] })
const [a, b, c] = [prompt('a'), prompt('b'), prompt('c')]
const all = [a, b, c]
const opened = (at: number, before = all) => ({ prompt: before[at] ?? a, at, before })

test('an invalid check reports what is wrong', () => {
  const check = (some: object) => wrongWith({ ...EMPTY_CHECK, ...some })
  expect(check({ kind: 'contains', text: ' ' })).toBe('text')
  expect(check({ kind: 'cites', text: 'x' })).toBeUndefined()
  expect(check({ kind: 'matches' })).toBe('pattern')
  expect(check({ kind: 'matches', pattern: '(' })).toBe('expression')
  expect(check({ kind: 'matches', pattern: String.raw`^\p{L}+$` })).toBeUndefined()
  expect(check({ kind: 'json' })).toBeUndefined()
  expect(check({ kind: 'json', schema: '[1]' })).toBe('schema')
  expect(check({ kind: 'json', schema: '{"type":"object"}' })).toBeUndefined()
  for (const characters of ['', '0', '-1', '1.5', '1000001']) {
    expect(check({ kind: 'shorter', characters })).toBe('characters')
  }
  expect(check({ kind: 'shorter', characters: '1000000' })).toBeUndefined()
  expect(check({ kind: 'judge', rule: 'x' })).toBe('model')
  expect(check({ kind: 'judge', modelTagId: 1 })).toBe('rule')
})

test('the form sends only the fields of the chosen kind', () => {
  const checks = [
    { kind: 'shorter' as const, characters: 80 },
    { kind: 'judge' as const, modelTagId: 3, rule: 'Is polite.' },
  ]
  const entry = { promptId: 7, title: 'Letter', prompt: 'Write', checks }
  expect(sentOf(valuesOf(entry))).toEqual(entry)
  expect(missingOf(valuesOf(entry))).toBeUndefined()
  expect(missingOf({ ...valuesOf(entry), title: ' ' })).toBe('title')
  expect(missingOf({ ...valuesOf(entry), checks: [EMPTY_CHECK] })).toBe('checks')
})

test('finds the edited prompt in a list that another user changed', () => {
  expect(placeIn(all, opened(1))).toBe(1)
  expect(placeIn([prompt('new'), ...all], opened(1))).toBe(2)
  expect(placeIn([b, c], opened(1))).toBe(0)
  expect(placeIn([a, prompt('changed', 'Ask b'), c], opened(1))).toBe(1)
  expect(placeIn([c, prompt('b', 'changed'), a], opened(1))).toBe(1)
  expect(placeIn([b, b, a], opened(1, [b, b]))).toBe(1)
})

test('does not mistake another prompt for one that another user deleted', () => {
  expect(placeIn([a], opened(2))).toBeUndefined()
  expect(placeIn([a, c], opened(1))).toBeUndefined()
  expect(placeIn([a, c, prompt('new')], opened(1))).toBeUndefined()
  expect(placeIn([a, b, prompt('new')], opened(2))).toBeUndefined()
  // The changed prompt is `two`: it kept its title.
  const alike = [prompt('one', 'Ask'), prompt('two', 'Ask')]
  const changed = { ...prompt('two', 'Ask'), promptId: 7 }
  expect(placeIn([changed], opened(0, alike))).toBeUndefined()
  expect(placeIn([changed], opened(1, alike))).toBe(0)
})

test('finds a prompt to delete only if it is unchanged, never a copy of it', () => {
  expect(unchangedIn([b, c], opened(1))).toBe(0)
  expect(unchangedIn([a, prompt('b', 'changed'), c], opened(1))).toBeUndefined()
  expect(unchangedIn([a, c], opened(1))).toBeUndefined()
  expect(unchangedIn([b], opened(1, [b, b]))).toBeUndefined()
  expect(unchangedIn([a, b, b], opened(1, [b, b]))).toBe(2)
})

test('prompts are replaced, added and moved', () => {
  const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title).join('')
  expect(titles(replaced(all, 1, prompt('x')))).toBe('axc')
  expect(titles(replaced(all, undefined, prompt('x')))).toBe('abcx')
  expect(titles(moved(all, 0, 2))).toBe('bca')
  expect(titles(moved(all, 2, 0))).toBe('cab')
})
