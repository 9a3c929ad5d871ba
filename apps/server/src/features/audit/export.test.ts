import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { auditFeature } from './index.ts'
import { auditIn, CANARY, removed } from './test/entries.ts'

const DAY_MS = 86_400_000

let app: TestApp
let root: TestUser
let anna: TestUser
const now = Date.parse('2026-11-02T09:00:10Z')
beforeAll(async () => {
  app = await testApp({ clock: { now: () => new Date(now) }, file: { session: { accessMinutes: 1_440 } } })
  root = await app.deps.user({ roleId: 1, firstName: 'Rut' })
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(() => app.close())

const { entries, exported, rowsOf, sharedProject } = auditIn(() => ({ app, root }))

describe('the audit export', () => {
  test('escapes CSV cells so that no spreadsheet evaluates formulas', async () => {
    const names = ['=HYPERLINK("http://x")', '+1', '-1', '@now', 'a,b', 'says "no"', 'Ünïcode 🙂', '＝1+1']
    const fred = await app.deps.user({ firstName: 'Fred' })
    for (const name of names) await removed(fred, (await sharedProject(fred, name)).id)
    const { data } = await root.client.call(contract.audit.export, {
      query: { userId: fred.id, action: 'project.deleted' },
    })
    expect(data.type).toMatch(/^text\/csv; ?charset=utf-8$/)
    const text = await data.text()
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(
      'id,at,action,outcome,userId,userName,objectType,objectId,objectName,address,sessionId,requestId,details',
    )
    expect(lines).toHaveLength(names.length + 2)
    const told = lines
      .slice(1, -1)
      .toReversed()
      .map((line) => /,project,\d+,(.*),127\.0\.0\.1,/.exec(line)?.[1])
    expect(told).toEqual([
      `"'=HYPERLINK(""http://x"")"`,
      `'+1`,
      `'-1`,
      `'@now`,
      '"a,b"',
      '"says ""no"""',
      'Ünïcode 🙂',
      `'＝1+1`,
    ])
    expect(lines[1]).toContain(',"{""tabs"":0,""shares"":1}"')
  })

  test('contains each of thousands of entries once, and is recorded with its filter and count', async () => {
    await app.db.pool.query(
      `INSERT INTO audit_entries (action, outcome, object_type, object_id)
       SELECT 'context.left', 'ok', 'many', n FROM generate_series(1, 4321) n`,
    )
    const rows = await rowsOf(async () => {
      const ids = (await exported({ objectType: 'many' })).split('\r\n').map((line) => line.split(',')[7])
      expect(ids.slice(1, -1).map(Number)).toEqual(Array.from({ length: 4_321 }, (_, n) => 4_321 - n))
    })
    expect(rows.map(({ details }) => details)).toEqual([{ objectType: 'many', entries: 4_321 }])
  })
})

test('only entries older than the configured number of days are removed', async () => {
  const old = await entries({ objectType: 'many', limit: 1 })
  expect(old).toHaveLength(1)
  await app.db.pool.query(`UPDATE audit_entries SET at = $1 WHERE object_type = 'many' AND object_id > 1`, [
    new Date(now - 366 * DAY_MS),
  ])
  await app.db.pool.query(`UPDATE audit_entries SET at = $1 WHERE object_type = 'many' AND object_id = 1`, [
    new Date(now - 364 * DAY_MS),
  ])
  const clock = { now: () => new Date(now) }
  const { jobs } = auditFeature({
    db: app.db,
    clock,
    log: openLog('silent'),
    types: [],
    keepDays: () => 365,
  })
  await jobs[0]?.run({})
  expect((await entries({ objectType: 'many' })).map(({ objectId }) => objectId)).toEqual([1])
})

test('no API call changes the audit trail, and trail and log contain no contents or secrets', async () => {
  const calls = Object.values(contract).flatMap((noun) => Object.values(noun))
  const onTrail = calls.filter(({ path }) => path.split('/')[0] === 'audit')
  expect(onTrail.map(({ method }) => method)).toEqual(['GET', 'GET'])
  const gina = await app.deps.user()
  const project = await app.deps.project(gina, { name: 'Project' })
  await gina.client.call(contract.projects.update, {
    params: { id: project.id },
    body: { description: CANARY, assocContexts: [{ contextId: anna.contextId }] },
  })
  const tab = await app.deps.tab(gina, project, { name: 'Tab' })
  await gina.client.call(contract.answers.ask, {
    params: { id: 1 },
    body: { modelTagId: 1, prompt: CANARY, projectTabId: tab.id },
  })
  await removed(gina, project.id)
  await app.nobody
    .call(contract.auth.authenticate, { body: { userName: gina.email, userPassword: `${CANARY}-wrong` } })
    .catch(() => undefined)
  const { rows } = await app.db.pool.query<{ row: string }>(
    'SELECT to_json(audit_entries)::text AS row FROM audit_entries',
  )
  const kept = rows.map(({ row }) => row).join('\n')
  const logged = app.logged()
  for (const secret of [CANARY, PASSWORD, gina.token, root.token])
    for (const text of [kept, logged]) expect(text.includes(secret)).toBe(false)
  expect(kept).toContain(gina.email.split('@')[0])
})
