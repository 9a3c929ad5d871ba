// A row of one person that is locked does not hold the questions and the ends of others (LIMIT-1).
import pg from 'pg'
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverUrl } from '#test/db.ts'
import { openStream, openTalk, queryIdOf, queryOf, readStream, scripted, type Talk } from '#test/talk.ts'

const short = scripted({ tokens: 3 })
const endless = scripted({ endless: 1, rate: 100 })

// The embedded database has one session: no row is locked by another one.
describe.runIf(serverUrl)('rows that are locked', () => {
  let talk: Talk
  let locker: pg.Client

  beforeAll(async () => {
    talk = await openTalk([short, endless])
    locker = new pg.Client({ connectionString: talk.app.db.databaseUrl })
    await locker.connect()
  })
  afterAll(async () => {
    await locker.end()
    await talk[Symbol.asyncDispose]()
  })

  const ask = (projectTabId: number, name = short) =>
    openStream(talk, talk.anna, { tagId: talk.tag(name).id, payload: { projectTabId, prompt: 'Count.' } })
  /** Only a limit of the statement itself ends its wait for a lock. */
  const waitForLocksForever = async () => {
    const { pool } = talk.app.db
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    for (const client of clients) await client.query('SET lock_timeout = 0')
    clients.forEach((client) => client.release())
  }
  const endlessAnswer = async () => {
    const response = await ask(await talk.newTab(), endless)
    const first = Promise.withResolvers<number>()
    const events = readStream(response, (so) => {
      first.resolve(queryIdOf(so))
      return false
    })
    return { id: await first.promise, events }
  }
  const stop = (id: number) => talk.anna.client.call(contract.answers.stop, { params: { id } })
  const stateOf = async (id: number) =>
    (await talk.app.db.pool.query<{ state: number }>('SELECT state FROM messages WHERE id = $1', [id]))
      .rows[0]?.state
  const lockTimeouts = () => talk.app.logged().match(/lock timeout/g)?.length ?? 0
  const asked = async (projectTabId: number) => readStream(await ask(projectTabId))
  const whileLocked = async (sql: string, id: number, work: () => Promise<void>) => {
    await locker.query('BEGIN')
    await locker.query(sql, [id])
    try {
      await work()
    } finally {
      await locker.query('ROLLBACK')
    }
  }

  test('a question in a tab that is being deleted holds no other, alone or in one batch with them', async () => {
    const locked = await talk.newTab()
    const free = await Promise.all(Array.from({ length: 3 }, () => talk.newTab()))
    const order: string[] = []
    const waiting: Promise<unknown>[] = []
    await whileLocked('SELECT FROM tabs WHERE id = $1 FOR UPDATE', locked, async () => {
      for (const round of [1, 2]) waiting.push(asked(locked).finally(() => order.push(`locked ${round}`)))
      for (const answers of await Promise.all(free.map(asked)))
        expect(queryOf(answers)).toMatchObject({ state: 2 })
      order.push('free')
    })
    await Promise.all(waiting)
    expect(order[0]).toBe('free')
  })

  test('the end of an answer whose message is locked holds no other end, and is stored afterwards', async () => {
    const [held, free] = [await endlessAnswer(), await endlessAnswer()]
    await waitForLocksForever()
    await whileLocked('SELECT FROM messages WHERE id = $1 FOR UPDATE', held.id, async () => {
      const refused = lockTimeouts()
      void stop(held.id)
      // The recorder has met the lock, and goes on.
      await expect.poll(lockTimeouts, { timeout: 20_000 }).toBeGreaterThan(refused)
      await stop(free.id)
      expect(queryOf(await free.events)).toMatchObject({ state: 4 })
      expect(talk.app.logged().match(/could not be stored yet/g)?.length).toBeGreaterThan(0)
      expect(await stateOf(held.id)).toBeLessThan(2)
    })
    expect(queryOf(await held.events)).toMatchObject({ state: 4 })
  })
})
