import { expect, test } from 'vitest'
import { sqlPlaces } from './sql-places.mjs'

const service = 'apps/server/src/features/x/service.ts'

const saidOf = (text) => sqlPlaces({ files: [service], read: () => text }).problems

test('the features of the product run SQL only in their stores', () => {
  const { seen, problems } = sqlPlaces()
  expect(seen).toBeGreaterThan(100)
  expect(problems).toEqual([])
})

test.each([
  ['a query of the pool', "await given.db.pool.query('SELECT 1')"],
  ['a query of a connection', "await client.query({ text: 'SELECT 1' })"],
  ['a query of a private field', "await this.#pool.query('SELECT 1')"],
  ['built SQL', 'const part = sql`now()`'],
  ['built SQL with a type', 'const part = sql<number>`count(*)`'],
  ['an executed statement', 'await given.anything.execute(statement)'],
  ['a built query', 'await tx.select({ id: users.id }).from(users)'],
  ['a built query with distinct rows', 'await given.db.orm.selectDistinct({}).from(users)'],
  ['a built insertion', 'await orm.insert(users).values({})'],
  ['a built update', 'await tx.update(users).set({})'],
  ['a built deletion', 'await db.delete(users)'],
])('%s is found', (_, line) => {
  expect(saidOf(`const first = 1\n${line}\n`)).toEqual([
    expect.stringMatching(/^apps\/server\/src\/features\/x\/service\.ts:2: SQL .* outside a store$/),
  ])
})

test('accepts calls of a store, and other methods with the same names', () => {
  const text = `
    await store.insert(tx, row)
    await store.update(given.db.orm, id, change)
    waiting.delete(id)
    crypto.createHash('sha256').update(text)
    const part = html\`<p>\`
    await given.queries.messages(ids)
  `
  expect(saidOf(text)).toEqual([])
})
