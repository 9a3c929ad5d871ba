import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, serverUrl, type TestDatabase } from '#test/db.ts'
import { asSender } from '../sender.ts'
import { openSenderLine, type TurnKind } from './sender-line.ts'

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

/** Opens a line whose turns are ended by name. */
function scripted(timeoutMs = 1_000) {
  const line = openSenderLine(timeoutMs)
  const begun: string[] = []
  const leaving = new Map<string, () => void>()
  return {
    line,
    begun,
    enter: (sender: string, name: string, kind: TurnKind = 'alone') =>
      asSender(sender, () =>
        line.enter(kind, (late, leave) => {
          begun.push(late ? `${name} late` : name)
          leaving.set(name, leave)
        }),
      ),
    leave: (name: string) => leaving.get(name)?.(),
  }
}

test('alternates between senders and keeps the order of each', () => {
  const { line, begun, enter, leave } = scripted()
  for (const name of ['a1', 'a2', 'a3']) enter('a', name)
  for (const name of ['b1', 'b2']) enter('b', name)
  enter('c', 'c1')
  expect(line.waiting).toBe(5)
  for (let turn = 0; turn < 6; turn++) leave(begun.at(-1) ?? '')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(line.waiting).toBe(0)
  enter('a', 'a4')
  expect(begun.at(-1)).toBe('a4')
})

test('statements of several senders are on their way at once, one of each person and four of the process', () => {
  const { line, begun, enter, leave } = scripted()
  for (const name of ['a1', 'a2']) enter('a', name, 'beside')
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) enter('', name, 'beside')
  for (const name of ['b', 'c', 'd', 'e']) enter(name, name, 'beside')
  expect(begun).toEqual(['a1', 'p1', 'p2', 'p3', 'p4', 'b', 'c', 'd'])
  leave('b')
  expect(begun.slice(8)).toEqual(['e'])
  leave('a1')
  leave('p1')
  expect(begun.slice(9)).toEqual(['a2', 'p5'])
  expect(line.waiting).toBe(0)
})

test('a transaction has the connection alone, and no statement overtakes it for long', () => {
  const { begun, enter, leave } = scripted()
  enter('a', 'a1', 'beside')
  enter('b', 'change')
  for (const name of ['c', 'd']) enter(name, name, 'beside')
  expect(begun).toEqual(['a1'])
  leave('a1')
  expect(begun).toEqual(['a1', 'change'])
  leave('change')
  expect(begun).toEqual(['a1', 'change', 'c', 'd'])
})

test('refuses a statement that waits too long, and the next one still runs', async () => {
  const { line, begun, enter, leave } = scripted(20)
  enter('a', 'first')
  const late = await new Promise<Error | undefined>((resolve) => line.enter('alone', resolve))
  expect(late?.message).toBe('timeout exceeded when trying to connect')
  expect(line.waiting).toBe(0)
  enter('a', 'next')
  leave('first')
  expect(begun).toEqual(['first', 'next'])
})
