// A question that is being prepared when the server ends is refused or stored with its end (FAULT-1, FAULT-2).
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import type { App } from '#app.ts'
import { openStream, openTalk, queryIdOf, readStream, scripted, type Talk } from '#test/talk.ts'

const endless = scripted({ endless: 1, rate: 100 })
const short = scripted({ tokens: 3 })

// Locks of another session hold the preparation; the embedded database has one session.
describe.runIf(serverUrl)('questions on their way at the end of the server', () => {
  let talk: Talk
  let locker: pg.Client
  /** The server that ends: the first one keeps the database. */
  let other: { app: App; url: string }

  beforeEach(async () => {
    talk = await openTalk([short, endless])
    other = await anotherServer({ of: talk.app.db, openaiBaseUrl: talk.server.url })
    locker = new pg.Client({ connectionString: talk.app.db.databaseUrl })
    await locker.connect()
  })
  afterEach(async () => {
    await other.app.close(0)
    await locker.end()
    await talk[Symbol.asyncDispose]()
  })

  const stored = async () =>
    (
      await locker.query<{ state: number; error: string | null }>(
        'SELECT state, error_code AS error FROM messages WHERE tab_id = $1 ORDER BY id',
        [talk.tabId],
      )
    ).rows
  // By another session than the locker: the activity that a transaction sees stays the same.
  const waitsForLock = async () =>
    (
      await talk.app.db.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).rowCount
  const ask = (
    name: string,
    more: {
      replacesQueryId?: number
      attachments?: [{ name: string; mime_type: string; base64: string; size: number }]
    } = {},
  ) =>
    openStream(other, talk.anna, {
      tagId: talk.tag(name).id,
      payload: { projectTabId: talk.tabId, prompt: 'Count.', ...more },
    }).catch((error: unknown) => error)

  test('one that is being stored is ended as interrupted', async () => {
    await locker.query('BEGIN')
    await locker.query('SELECT FROM tabs WHERE id = $1 FOR UPDATE', [talk.tabId])
    const reply = ask(endless)
    await expect.poll(waitsForLock, { timeout: 20_000 }).toBeGreaterThan(0)
    const closing = other.app.close(0)
    await locker.query('ROLLBACK')
    await closing
    expect(await stored()).toEqual([{ state: 3, error: 'INTERRUPTED' }])
    await reply
  })

  test('one whose files are being prepared is refused, and nothing of it is stored', async () => {
    const upload = {
      name: 'a.txt',
      mime_type: 'text/plain',
      base64: Buffer.from('One').toString('base64'),
      size: 3,
    }
    const first = await ask(short, { attachments: [upload] })
    if (!(first instanceof Response)) throw new Error('no answer')
    const replacesQueryId = queryIdOf(await readStream(first))
    await locker.query('BEGIN')
    await locker.query('LOCK TABLE attachments IN ACCESS EXCLUSIVE MODE')
    expect(replacesQueryId).toBeGreaterThan(0)
    const reply = ask(endless, { replacesQueryId, attachments: [upload] })
    await expect.poll(waitsForLock, { timeout: 20_000 }).toBeGreaterThan(0)
    const closing = other.app.close(0)
    // Its answers have ended, and the server is unregistered.
    await expect
      .poll(async () => (await talk.app.db.pool.query('SELECT FROM servers')).rowCount, { timeout: 20_000 })
      .toBe(1)
    await locker.query('ROLLBACK')
    await closing
    await reply
    expect(await stored()).toEqual([{ state: 2, error: null }])
  })
})
