// The sums of usage against counting its rows one by one (ACCOUNT-11, decision 169).
import { contract, type InstallationUsage, type UsageSum } from '@polylogue/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serverUrl } from '#test/db.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import * as store from './summing-store.ts'
import { sumUsage } from './summing.ts'

let app: TestApp
let root: TestUser
beforeAll(async () => {
  app = await testApp()
  root = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())
afterEach(async () => {
  await app.db.pool.query('DELETE FROM usage')
  await summed()
})

const ending = new AbortController().signal
const summed = (stepRows = 7) => sumUsage({ db: app.db, stepRows, ending })

interface Row {
  at: Date
  person: number | null
  model: string
  tag: string
  state: number
  input: number | null
  output: number | null
  ms: number
}

const insert = (rows: readonly Row[], db: Pick<TestApp['db']['pool'], 'query'> = app.db.pool) =>
  db.query(
    `INSERT INTO usage (at, user_id, door, model_name, model_tag_name, state, tokens_prompt, tokens_response, ms)
      SELECT at, person, 'web', model, tag, state, input, output, ms FROM jsonb_to_recordset($1::jsonb)
        AS one (at timestamptz, person bigint, model text, tag text, state smallint, input int, output int, ms int)`,
    [JSON.stringify(rows)],
  )

const row = (some: Partial<Row> = {}): Row => ({
  at: new Date('2021-06-01T12:00:00Z'),
  person: null,
  model: 'm',
  tag: 't',
  state: 2,
  input: 1,
  output: 2,
  ms: 3,
  ...some,
})

const sumOf = (rows: readonly Row[]): UsageSum => ({
  prompts: rows.length,
  failed: rows.filter(({ state }) => state === 3).length,
  stopped: rows.filter(({ state }) => state === 4).length,
  tokensPrompt: rows.reduce((sum, { input }) => sum + (input ?? 0), 0),
  tokensResponse: rows.reduce((sum, { output }) => sum + (output ?? 0), 0),
  ms: rows.reduce((sum, { ms }) => sum + ms, 0),
})

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

interface Period {
  from: string
  to: string
}

/** Counts row by row what the call should return. */
async function counted({ from, to }: Period): Promise<InstallationUsage> {
  const { rows: all } = await app.db.pool.query<Row>(
    `SELECT at, user_id AS person, model_name AS model, model_tag_name AS tag, state, tokens_prompt AS input,
      tokens_response AS output, ms FROM usage`,
  )
  const dayOf = ({ at }: Row) => at.toISOString().slice(0, 10)
  const rows = all.filter((one) => dayOf(one) >= from && dayOf(one) <= to)
  const groups = await groupsOfPeople()
  const inGroups = rows.flatMap((one) => {
    const held = one.person === null ? [] : (groups.get(one.person) ?? [])
    return (held.length > 0 ? held : [undefined]).map((group) => ({ ...one, group }))
  })
  return {
    from,
    to,
    total: sumOf(rows),
    byDay: [...Map.groupBy(rows, dayOf)]
      .map(([day, some]) => ({ day, ...sumOf(some) }))
      .toSorted((a, b) => compare(a.day, b.day)),
    byModel: [...Map.groupBy(rows, ({ model, tag }) => `${model} ${tag}`)]
      .map(([name, some]) => ({
        modelName: name.split(' ')[0] ?? '',
        modelTagName: name.split(' ')[1] ?? '',
        ...sumOf(some),
      }))
      .toSorted(
        (a, b) =>
          b.prompts - a.prompts ||
          compare(a.modelName, b.modelName) ||
          compare(a.modelTagName, b.modelTagName),
      ),
    byGroup: [...Map.groupBy(inGroups, ({ group }) => group)]
      .map(([group, some]) => ({
        contextId: group ?? null,
        name: group === undefined ? '' : 'A group',
        ...sumOf(some),
      }))
      .toSorted((a, b) => b.prompts - a.prompts || compare(a.contextId ?? Infinity, b.contextId ?? Infinity)),
  }
}

/** Returns the groups of each person, also those that contain a group of theirs. */
async function groupsOfPeople(): Promise<Map<number, number[]>> {
  const { pool } = app.db
  const users = await pool.query<{ id: number; context: number }>(
    'SELECT id, context_id AS context FROM users',
  )
  const given = await pool.query<{ group: number; member: number }>(
    'SELECT context_id AS "group", assoc_context_id AS member FROM associations WHERE membership',
  )
  const shown = await pool.query<{ id: number }>('SELECT id FROM contexts WHERE type_id IN (2, 3)')
  const counts = new Set(shown.rows.map(({ id }) => id))
  const above = (of: number, seen = new Set<number>()): Set<number> => {
    for (const { group, member } of given.rows)
      if (member === of && !seen.has(group)) above(group, seen.add(group))
    return seen
  }
  return new Map(
    users.rows.map(({ id, context }) => [id, [...above(context)].filter((one) => counts.has(one))]),
  )
}

const shown = async (query: Period) =>
  (await root.client.call(contract.usage.ofInstallation, { query })).data.usage

const YEAR = { from: '2021-01-15', to: '2022-01-15' }
const PERIODS: readonly Period[] = [
  YEAR,
  { from: '2021-03-03', to: '2021-04-01' },
  { from: '2021-12-31', to: '2022-01-01' },
  { from: '2021-06-01', to: '2021-06-01' },
]

async function expectSameAsCounted(what = ''): Promise<void> {
  for (const period of PERIODS) expect(await shown(period), what).toEqual(await counted(period))
}

/** What is left of summing: nothing to subtract, no sum of nothing, and every row summed. */
async function expectAllSummed(): Promise<void> {
  const { rows } = await app.db.pool.query(
    `SELECT (SELECT count(*) FROM usage_removed) AS removed,
      (SELECT count(*) FROM usage_by_model WHERE prompts = 0) + (SELECT count(*) FROM usage_by_person WHERE prompts = 0) AS empty,
      (SELECT count(*) FROM usage WHERE id > (SELECT up_to FROM usage_summed)) AS waiting,
      (SELECT coalesce(sum(prompts), 0) FROM usage_by_model) - (SELECT count(*) FROM usage) AS more`,
  )
  expect(rows).toEqual([{ removed: 0, empty: 0, waiting: 0, more: 0 }])
}

/** Returns whole numbers below a limit, the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Rolls back the transaction after its work, as a process that ends there does. */
const broken = (): TestApp['db'] => ({
  ...app.db,
  transaction: (work, options) =>
    app.db.transaction(async (tx, client) => {
      await work(tx, client)
      throw new Error('The process ended.')
    }, options),
})

/** Lets one step of the summing happen. */
async function oneStep(): Promise<void> {
  const stop = new AbortController()
  const db: TestApp['db'] = {
    ...app.db,
    transaction: (work, options) => app.db.transaction(work, options).finally(() => stop.abort()),
  }
  await sumUsage({ db, stepRows: 5, ending: stop.signal })
}

const BEGIN = Date.parse('2021-01-01T00:00:00Z')
const DAY = 86_400_000

/** A time of the year, often the first or the last instant of a UTC day. */
function someTime(pick: (below: number) => number): Date {
  const day = BEGIN + pick(400) * DAY
  return new Date([day, day - 1, day + pick(DAY)][pick(3)] ?? day)
}

test.each([1, 2, 3])('sums are what their rows are, whatever happens (%i)', async (seed) => {
  const pick = numbersFrom(seed)
  const { pool } = app.db
  const people = await Promise.all(Array.from({ length: 5 }, () => app.deps.user()))
  const inner = await app.deps.group(3, people.slice(0, 2))
  const outer = await app.deps.group(2, [inner, ...people.slice(2, 3)])
  const someRow = (): Row =>
    row({
      at: someTime(pick),
      person: people[pick(people.length + 1)]?.id ?? null,
      model: `m${pick(3)}`,
      tag: `t${pick(2)}`,
      state: 2 + pick(3),
      input: pick(4) ? pick(1_000) : null,
      output: pick(4) ? pick(1_000) : null,
      ms: pick(100_000),
    })
  const acts: Record<string, () => Promise<unknown>> = {
    insert: () => insert(Array.from({ length: 1 + pick(30) }, someRow)),
    again: () => insert(Array.from({ length: 1 + pick(30) }, someRow)),
    leave: async () => {
      const [person] = people.length > 2 ? people.splice(pick(people.length), 1) : []
      if (person) await pool.query('DELETE FROM users WHERE id = $1', [person.id])
    },
    join: () =>
      pool.query(
        'INSERT INTO associations (context_id, assoc_context_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [[inner, outer][pick(2)]?.contextId, people[pick(people.length)]?.contextId],
      ),
    part: () =>
      pool.query('DELETE FROM associations WHERE assoc_context_id = $1 AND membership', [
        people[pick(people.length)]?.contextId,
      ]),
    sum: () => summed(),
    step: oneStep,
    end: async () => {
      await insert([someRow()])
      await expect(sumUsage({ db: broken(), stepRows: 5, ending })).rejects.toThrow('ended')
    },
    two: () => Promise.all([summed(3), summed(4)]),
  }
  const names = Object.keys(acts)
  for (let turn = 0; turn < 25; turn += 1) {
    const name = names[turn] ?? names[pick(names.length)] ?? 'sum'
    await acts[name]?.()
    await expectSameAsCounted(name)
  }
  await summed()
  await expectSameAsCounted('all')
  await expectAllSummed()
})

test('rows outside the sums are read one by one', async () => {
  await insert([row(), row({ state: 3 })])
  await summed()
  await insert([row({ model: 'new' })])
  const { total, byModel } = await shown(YEAR)
  expect([total.prompts, total.failed, byModel.length]).toEqual([3, 1, 2])
  const { rows } = await app.db.pool.query('SELECT sum(prompts) AS prompts FROM usage_by_model')
  expect(rows).toEqual([{ prompts: 2 }])
})

test('nothing is written when nothing is to be summed', async () => {
  const version = async () => (await app.db.pool.query('SELECT xmin::text FROM usage_summed')).rows
  await insert([row()])
  const before = await version()
  await summed()
  const after = await version()
  expect(after).not.toEqual(before)
  await summed()
  expect(await version()).toEqual(after)
})

test('a job sums', async () => {
  const { rows } = await app.db.pool.query("SELECT cron FROM jobs.schedule WHERE name = 'usage.sum'")
  expect(rows).toEqual([{ cron: '*/5 * * * *' }])
})

test.skipIf(!serverUrl)('waits for a row whose id is lower and that is stored later', async () => {
  const slow = await app.db.pool.connect()
  await slow.query('BEGIN')
  await insert([row()], slow)
  await insert([row()])
  let looks = 0
  const pool = new Proxy(app.db.pool, {
    get: (of, name) =>
      name === 'query'
        ? (text: string, values: unknown[]) => {
            if (text.includes('pg_locks')) looks += 1
            return of.query(text, values)
          }
        : Reflect.get(of, name),
  })
  const summing = sumUsage({ db: { ...app.db, pool }, ending })
  let isOver = false
  void summing.then(() => (isOver = true))
  // The first look finds the writer, further ones wait for it.
  await expect.poll(() => looks >= 3 || isOver).toBe(true)
  await slow.query('COMMIT')
  slow.release()
  await summing
  expect(looks).toBeGreaterThanOrEqual(3)
  await expectSameAsCounted()
  await expectAllSummed()
})

test.skipIf(!serverUrl)('a person who leaves while rows are summed is subtracted', async () => {
  const { pool } = app.db
  const [ada, ben] = [await app.deps.user(), await app.deps.user()]
  await insert([row({ person: ada.id }), row({ person: ben.id }), row()])
  const leaving = await pool.connect()
  await leaving.query('BEGIN')
  await leaving.query('DELETE FROM users WHERE id = $1', [ada.id])
  // Its rows are still there for everybody else.
  const { lastId } = await store.reachOf(pool)
  const summing = await pool.connect()
  await summing.query('BEGIN')
  const upTo = await store.lockSums(summing)
  await store.sumRows(summing, upTo ?? 0, lastId, 100)
  await pool.query('DELETE FROM users WHERE id = $1', [ben.id])
  await expectSameAsCounted('before both')
  await leaving.query('COMMIT')
  await expectSameAsCounted('before the sums')
  await summing.query('COMMIT')
  for (const client of [leaving, summing]) client.release()
  await expectSameAsCounted('before the subtraction')
  expect((await shown(YEAR)).total.prompts).toBe(1)
  await summed()
  await expectSameAsCounted('at last')
  await expectAllSummed()
})
