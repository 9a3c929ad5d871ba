import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrations } from './migrations.mjs'

const FOLDER = 'apps/server/migrations'
const ONE = `${FOLDER}/0001-one.sql`
const TWO = `${FOLDER}/0002-two.sql`
const lineOf = (text, name) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
const hashes = lineOf('SELECT 1;', '0001-one.sql')

/** The result for these texts of files; `stored` is what was written. */
function look(texts, options = {}) {
  let stored
  const given = { files: Object.keys(texts), read: (file) => texts[file], hashes, ...options }
  const { problems } = migrations({ ...given, store: (text) => (stored = text) })
  return { problems, stored }
}

test('the migrations of the product are those of its databases', () => {
  const { seen, problems } = migrations()
  expect(seen).toBeGreaterThan(40)
  expect(problems).toEqual([])
})

test('a changed migration is found, also if only its comment changed, and is never written', () => {
  const { problems, stored } = look({ [ONE]: '-- One\nSELECT 1;' }, { write: true })
  expect(problems).toEqual([expect.stringContaining(`${ONE} changed`)])
  expect(stored).toBe(hashes)
})

test('a missing migration is found', () => {
  expect(look({}).problems).toEqual([expect.stringContaining('0001-one.sql is gone')])
})

test('a new migration is asked for, and added', () => {
  const texts = { [ONE]: 'SELECT 1;', [TWO]: 'SELECT 2;' }
  expect(look(texts).problems).toEqual([expect.stringContaining('lacks 0002-two.sql')])
  const { problems, stored } = look(texts, { write: true })
  expect(problems).toEqual([])
  expect(stored).toBe(hashes + lineOf('SELECT 2;', '0002-two.sql'))
})
