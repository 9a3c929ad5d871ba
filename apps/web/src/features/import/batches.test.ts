import { expect, test } from 'vitest'
import { portionsOf } from './batches.ts'
import { LIMITS, type FoundChat, type Turn } from './formats.ts'

const naming = { unnamed: 'Unnamed', part: (name: string, number: number) => `${name}, part ${number}` }
const turn = (more: Partial<Turn> = {}): Turn => ({ queryText: 'Q', responseText: 'A', ...more })
const chat = (name: string, turns: number, more: Partial<Turn> = {}): FoundChat => ({
  name,
  turns: Array.from({ length: turns }, () => turn(more)),
})
const keysOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce(
        (sum: number, inner) => sum + keysOf(inner),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0

test('a request contains at most 200 chats', () => {
  const { batches } = portionsOf(
    Array.from({ length: 450 }, (_, index) => chat(`c${index}`, 1)),
    naming,
  )
  expect(batches.map((batch) => batch.length)).toEqual([200, 200, 50])
})

test('chats keep their dates, parts of one have those of their turns, and the first question names an unnamed one', () => {
  const dates = { created: '2025-03-01T08:00:00.000Z', modified: '2025-03-02T08:00:00.000Z' }
  const queryText = 'Where do storks go in the winter of 2025?'
  const chats = [
    { ...chat('long', 7_000), ...dates },
    { ...chat('', 1, { queryText }), ...dates },
  ]
  const made = portionsOf(chats, naming, 2).batches.flat()
  expect(made[0]).not.toHaveProperty('created')
  expect(made.at(-1)).toMatchObject({ name: 'Where do storks go in the', ...dates })
})

test('pictures count with their size in base64', () => {
  const pictures = [{ id: 'a', name: 'a.png', blob: new Blob([new Uint8Array(9_000_000)]) }]
  const { batches } = portionsOf([chat('pictures', 2, { pictures })], naming)
  expect(batches.map((batch) => batch.length)).toEqual([1, 1])
  expect(batches[0]?.[0]?.turns[0]?.pictures).toEqual(pictures)
})

test('no request exceeds the limits for keys and bytes, and no turn is lost', () => {
  const chats = [
    chat('many', 7_000),
    chat('large', 5, { responseText: 'x'.repeat(3_000_000) }),
    chat('small', 3),
  ]
  const { batches, split } = portionsOf(chats, naming)
  expect(split).toBe(2)
  for (const batch of batches) {
    expect(keysOf({ name: '', chats: batch })).toBeLessThanOrEqual(10_000)
    expect(JSON.stringify(batch).length).toBeLessThanOrEqual(150_000_000)
  }
  expect(batches.flat().reduce((sum, { turns }) => sum + turns.length, 0)).toBe(7_008)
  expect(batches.flat().map(({ name }) => name)).toContain('many, part 2')
})

test('shortens and counts texts that are too long, without splitting a character', () => {
  const long = `${'x'.repeat(LIMITS.query - 1)}🙂`
  const { batches, cut } = portionsOf(
    [{ name: '', turns: [turn({ queryText: long, responseText: 'a\u0000b' })] }],
    naming,
  )
  const [made] = batches[0] ?? []
  expect(made?.name).toBe('x'.repeat(80))
  expect(made?.turns[0]?.queryText.length).toBeLessThanOrEqual(LIMITS.query)
  expect(made?.turns[0]?.queryText.isWellFormed()).toBe(true)
  expect(made?.turns[0]?.responseText).toBe('ab')
  expect(cut).toBe(1)
})

test('names stay within the limit, including the part number', () => {
  const { batches } = portionsOf([chat('n'.repeat(500), 7_000)], naming)
  for (const { name } of batches.flat()) expect(name.length).toBeLessThanOrEqual(LIMITS.name)
})

test('a confidential turn stays confidential', () => {
  const [made] = portionsOf([chat('a', 1, { confidential: true })], naming).batches.flat()
  expect(made?.turns[0]).toMatchObject({ confidential: true })
})

test('a name has no control characters, which the server refuses, and one of nothing else is none', () => {
  const chats = [chat('a\u0007b\u0000', 1), chat('\u0000', 1, { queryText: 'Why?' })]
  const names = portionsOf(chats, naming).batches.flatMap((batch) => batch.map(({ name }) => name))
  expect(names).toEqual(['a b', 'Why?'])
})
