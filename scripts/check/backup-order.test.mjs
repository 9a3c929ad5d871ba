import { expect, test } from 'vitest'
import { backupOrder } from './backup-order.mjs'

const TABLES =
  'CREATE TABLE one (id int PRIMARY KEY); CREATE TABLE two (id int PRIMARY KEY, one_id int REFERENCES one);'

test('the tables of the product have an order for backups', async () => {
  const { seen, problems } = await backupOrder()
  expect(problems).toEqual([])
  expect(seen).toBeGreaterThan(50)
})

test('a circle of references is found, unless one of them is deferrable', async () => {
  const back = 'ALTER TABLE one ADD COLUMN two_id int REFERENCES two'
  const { problems } = await backupOrder([TABLES, `${back};`])
  expect(problems).toEqual(['The references of one, two form a circle: make one of them deferrable.'])
  expect((await backupOrder([TABLES, `${back} DEFERRABLE;`])).problems).toEqual([])
})

test('a migration that does not run is told', async () => {
  expect((await backupOrder(['CREATE TABEL one ();'])).problems).toEqual([
    expect.stringContaining('syntax error'),
  ])
})
