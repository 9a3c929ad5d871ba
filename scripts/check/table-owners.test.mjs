import { expect, test } from 'vitest'
import { tableOwners } from './table-owners.mjs'

const TABLE = 'apps/server/src/features/notes/table.ts'
const OTHER = 'apps/server/src/features/users/store.ts'
const declared = "export const notes = pgTable('notes', { id: key() })"

/** The problems of a feature that declares `notes`, and of another with this code. */
const problems = (code, table = declared) =>
  tableOwners({
    files: [TABLE, OTHER],
    read: (file) => (file === TABLE ? table : code),
    tables: ['notes', 'note_words'],
  }).problems

test('the tables of the product are written only by their owners and the features they name', () => {
  const { seen, problems } = tableOwners()
  expect(seen).toBeGreaterThan(50)
  expect(problems).toEqual([])
})

test.each([
  ['a built insertion', 'await tx.insert(notes).values({})'],
  ['a built update', 'await db.orm.update(notes).set({})'],
  ['a built deletion', 'await tx.delete(notes)'],
  ['a statement', "await db.query('DELETE FROM notes WHERE id = $1', [id])"],
  [
    'a statement of several lines',
    'await db.query(`WITH x AS (SELECT 1)\n  INSERT INTO notes (id) VALUES (${id})`)',
  ],
  ['a statement with a drizzle table', 'await tx.execute(sql`UPDATE ${notes} SET id = 1`)'],
])('%s of another feature is found, unless the table names it', (_, code) => {
  expect(problems(code)).toEqual([`${OTHER}:1: writes notes, which belongs to notes`])
  expect(problems(code, `/**\n * Notes.\n * @writtenBy users\n */\n${declared}`)).toEqual([])
})

test('a table that only SQL text names is declared by its name', () => {
  const named = "export const NOTES = 'notes'"
  const code = 'await db.query(`DELETE FROM ${NOTES} WHERE id = $1`, [id])'
  expect(problems(code, named)).toEqual([`${OTHER}:1: writes notes, which belongs to notes`])
  expect(problems(code, `/** @writtenBy users */\n${named}`)).toEqual([])
  expect(problems("await db.query('SELECT id FROM notes')", named)).toEqual([])
})

test('a declared table may be read by every feature, an undeclared one only by its own', () => {
  expect(problems("await db.query('SELECT id FROM notes JOIN note_words ON true')")).toEqual([])
  const both = `${declared}\nconst words = sql\`SELECT FROM note_words\``
  expect(problems("await db.query('SELECT FROM note_words')", both)).toEqual([
    expect.stringContaining('note_words is declared in no table.ts'),
  ])
})

test('finds a feature in @writtenBy that no longer writes', () => {
  expect(problems('', `/** @writtenBy users */\n${declared}`)).toEqual([
    'notes is not written by users: remove it from @writtenBy',
  ])
})
