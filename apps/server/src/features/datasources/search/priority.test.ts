import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPriority } from './priority.ts'

test('a test question is searched after the people who search', async () => {
  const { first, last } = openPriority(60_000)
  const log: string[] = []
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const people = [first(() => one.promise), first(() => other.promise)]
  const tested = last(() => Promise.resolve(log.push('test question')))
  await nextTurn()
  one.resolve()
  await people[0]
  await nextTurn()
  expect(log).toEqual([])
  other.resolve()
  await tested
  expect(log).toEqual(['test question'])
})

test('a test question does not wait for ever while people search', async () => {
  const { first, last } = openPriority(10)
  const person = Promise.withResolvers<void>()
  const searching = first(() => person.promise)
  expect(await last(() => Promise.resolve('found'))).toBe('found')
  person.resolve()
  await searching
})
