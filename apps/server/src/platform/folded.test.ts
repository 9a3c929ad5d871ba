import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/db.ts'
import { searchWords } from './folded.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const LETTERS = Array.from({ length: 0x500 - 0x21 }, (_, at) => String.fromCodePoint(at + 0x21)).filter(
  (letter) => /\p{L}/u.test(letter),
)

test.each([
  ['Weiß', 'weiss'],
  ['WEIẞ', 'weiss'],
  ['Zoë  Müller', 'zoe muller'],
  ['Øystein Łukasz Đorđe', 'oystein lukasz dorde'],
  ['Æsa Œuvre', 'aesa oeuvre'],
  ['İrem Yıldız', 'irem yildiz'],
  ['Mu\u0308ller', 'muller'],
  ['Γιώργος', 'γιωργοσ'],
])('“%s” is searched as “%s”', (name, expected) => {
  expect(searchWords(name).join(' ').toLowerCase()).toBe(expected)
})

test('a name is found in capitals, by a final sigma, and by decomposed letters', async () => {
  const { rows } = await db.orm.execute(sql`
    SELECT folded('ΓΙΏΡΓΟΣ') AS greek, findable(${'Mu\u0308ller'}) AS german`)
  expect(rows).toEqual([{ greek: searchWords('Γιώργος')[0]?.toLowerCase(), german: 'muller mueller' }])
})

test('the database folds every Latin, Greek and Cyrillic letter as the server does', async () => {
  const { rows } = await db.orm.execute<{ letter: string; folded: string; typed: string }>(sql`
    SELECT letter, folded(letter), lower(typed) AS typed
    FROM unnest(${sql.param(LETTERS)}::text[], ${sql.param(LETTERS.map(typed))}::text[]) AS both_ways (letter, typed)`)
  expect(rows.filter((row) => row.folded !== row.typed)).toEqual([])
})

const typed = (letter: string) => searchWords(`x${letter}x`).join(' ').slice(1, -1)
