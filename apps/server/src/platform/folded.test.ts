import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/db.ts'
import { folded } from '@polylogue/retrieval/folded'
import { contains, searchWords } from './folded.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const LETTERS = Array.from({ length: 0x500 - 0x21 }, (_, at) => String.fromCodePoint(at + 0x21)).filter(
  // U+037A is a space with a mark.
  (letter) => /\p{L}/u.test(letter) && letter !== '\u037a',
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

const has = async (text: string, query: string): Promise<boolean> => {
  const { rows } = await db.orm.execute<{ found: boolean }>(
    sql`SELECT ${contains(sql`${text}::text`, query)} AS found`,
  )
  return rows[0]?.found ?? false
}

test.each([
  ['Weiß', 'weiss'],
  ['Weiß', 'WEIS'],
  ['Weiss', 'Weiß'],
  ['WEIẞ', 'weiss'],
  ['Łódź', 'lodz'],
  ['Lodz', 'Łódź'],
  ['Cafe\u0301 am See', 'café am'],
  ['Café', 'cafe\u0301'],
  ['Œuvre', 'oeuv'],
  ['Smørrebrød', 'SMORREBROD'],
  ['Kapıcı', 'kapici'],
  ['Άννα', 'αννα'],
  ['Все ещё', 'ЕЩЕ'],
  ['السَّلَام', 'السلام'],
  ['上海出差', '出差'],
  ['Հայաստան', 'հայ'],
  ['a.b*c(d)[e]{f}^$|?+\\\\g-h', '.b*c(d)[e]{f}^$|?+\\\\g-'],
  ["50 % of it's", "% of it's"],
])('a list finds “%s” by “%s”', async (text, query) => {
  expect(await has(text, query)).toBe(true)
})

test('a list takes no character for an operator, and the longest text', async () => {
  expect(await has('abc', 'a.c')).toBe(false)
  expect(await has('abc', '***:abc')).toBe(false)
  expect(await has('ss', 'ß'.repeat(500))).toBe(false)
  expect(await has(`x${'ßæ'.repeat(300)}x`, 'ssae'.repeat(200))).toBe(true)
})

test('a list finds every Latin, Greek and Cyrillic letter by itself, by its capital and without its accent', async () => {
  const missed: string[] = []
  for (const letter of LETTERS)
    for (const query of [letter, letter.toUpperCase(), folded(letter)])
      if (query !== '' && !(await has(`x${letter}x`, `x${query}x`))) missed.push(`${letter} ${query}`)
  expect(missed).toEqual([])
})
