import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, serverUrl, type TestDatabase } from '#test/db.ts'
import { asSender } from '../sender.ts'
import { openSenderLine } from './sender-line.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase({ blank: true })
})
afterAll(() => db.close())

test.skipIf(serverUrl)('a hundred statements of one sender do not delay those of other senders', async () => {
  const done: string[] = []
  const ask = (sender: string) =>
    asSender(sender, () => db.pool.query('SELECT 1')).then(() => done.push(sender))
  const change = (sender: string) =>
    asSender(sender, () => db.transaction((tx) => tx.execute('SELECT 1'))).then(() => done.push(sender))
  const many = Array.from({ length: 100 }, (_, index) => (index % 2 ? ask('many') : change('many')))
  await Promise.all([...many, ask('one'), change('two')])
  expect(done).toHaveLength(102)
  expect(done.indexOf('one')).toBeLessThan(5)
  expect(done.indexOf('two')).toBeLessThan(5)
})

test('alternates between senders and keeps the order of each', () => {
  const line = openSenderLine(1_000)
  const begun: string[] = []
  const enter = (sender: string, name: string) => asSender(sender, () => line.enter(() => begun.push(name)))
  for (const name of ['a1', 'a2', 'a3']) enter('a', name)
  for (const name of ['b1', 'b2']) enter('b', name)
  enter('c', 'c1')
  expect(line.waiting).toBe(5)
  for (let turn = 0; turn < 6; turn++) line.leave()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(line.waiting).toBe(0)
  enter('a', 'a4')
  expect(begun.at(-1)).toBe('a4')
})

test('refuses a statement that waits too long, and the next one still runs', async () => {
  const line = openSenderLine(20)
  const begun: string[] = []
  line.enter(() => begun.push('first'))
  const late = await new Promise<Error | undefined>((resolve) => line.enter(resolve))
  expect(late?.message).toBe('timeout exceeded when trying to connect')
  expect(line.waiting).toBe(0)
  line.enter(() => begun.push('next'))
  line.leave()
  expect(begun).toEqual(['first', 'next'])
})
