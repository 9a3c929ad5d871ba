// Every row of the error catalogue (PAGE-5) has a test: in error-catalogue.test.ts or where error-catalogue/rows.ts says, or
// decision 48 says why not. Opens no page.
import { contract } from '@polylogue/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CHAT } from './error-catalogue/chat.ts'
import { CHAT_ROWS, SHELL_ROWS, type Row } from './error-catalogue/rows.ts'
import { SHELL } from './error-catalogue/shell.ts'

const DECISION = join(import.meta.dirname, '../docs/decisions/0048-failures-where-they-happen.md')
const ROWS: readonly Row[] = [...SHELL_ROWS, ...CHAT_ROWS]

test('every row of both catalogues is provoked, or names another test or a reason', () => {
  const provoked = [...SHELL, ...CHAT].map(({ sentence }) => sentence)
  const named = ROWS.flatMap((row) => ('walk' in row ? [row.walk] : []))
  expect(new Set(provoked)).toEqual(new Set(named))
  const decision = readFileSync(DECISION, 'utf8').replaceAll(/\s+/g, ' ')
  for (const row of ROWS) {
    if ('file' in row)
      expect(readFileSync(join(import.meta.dirname, row.file), 'utf8'), row.says).toContain(row.words)
    if ('otherwise' in row) expect(decision, row.says).toContain(`**${row.otherwise}.**`)
  }
})

test('rows left for later belong to calls that do not exist yet', () => {
  const calls = Object.values(contract).flatMap((noun) => Object.values(noun))
  const built = (later: string) => {
    const [method, path = ''] = later.split(' ')
    return calls.some(
      (call) =>
        call.method === method &&
        (call.path === path || (method !== 'POST' && call.path.startsWith(`${path}/{`))),
    )
  }
  expect(built('GET models'), 'calls are found by method and path').toBe(true)
  for (const row of ROWS)
    if ('later' in row) expect(built(row.later), `${row.says}: ${row.later}`).toBe(false)
})
