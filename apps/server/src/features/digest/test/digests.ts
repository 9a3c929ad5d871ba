// E-mails that are due, for the tests of several files.
import { expect } from 'vitest'
import { contract } from '@polylogue/contract'
import type { TestMailServer } from '#test/mail-server.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import { slotOf } from '../jobs.ts'

export const PUBLIC = 'https://chat.example.org'
/** Twelve hours away, so that no test is under way then. */
export const HOUR = (new Date().getHours() + 12) % 24
/** Half a second: the least that the queue takes. */
export const POLL = 0.5

/** Returns a configuration file with this mail server. */
export const fileWith = ({ port }: TestMailServer) => ({
  publicUrl: `${PUBLIC}/`,
  mail: {
    host: '127.0.0.1',
    port,
    starttls: 'off',
    user: 'polylogue',
    password: 'Geheim-4711',
    from: 'Chat Team <chat@example.org>',
    timeoutSeconds: 1,
    digestHour: HOUR,
  },
})

const JOBS = `INSERT INTO jobs.job (name, data) VALUES ('digest.send', $1)`
const slot = () => slotOf(new Date(), HOUR)

export function fail(): never {
  throw new Error('nothing arrived')
}

export function digestsOf(on: () => { app: TestApp; anna: TestUser }) {
  /** Has the e-mails sent that are due, and waits until the job ended; returns its state. */
  async function run(pool = on().app.db.pool): Promise<string> {
    const { rows } = await pool.query<{ id: string }>(`${JOBS} RETURNING id`, [
      { slot: slot().toISOString() },
    ])
    const stateOf = async () =>
      (await pool.query<{ state: string }>('SELECT state FROM jobs.job WHERE id = $1', [rows[0]?.id])).rows[0]
        ?.state ?? ''
    await expect.poll(stateOf, { timeout: 20_000 }).toMatch(/^(completed|retry|failed)$/)
    const state = await stateOf()
    await pool.query('DELETE FROM jobs.job WHERE id = $1', [rows[0]?.id])
    return state
  }

  const turnOn = async (who: TestUser) => {
    await who.client.call(contract.settings.setByName, {
      params: { id: who.id },
      body: { settingName: 'mailDigest', settingValue: 'true' },
    })
    await on().app.db.pool.query(
      `UPDATE user_settings SET modified = now() - interval '3 days' WHERE user_id = $1 AND setting_id = 56`,
      [who.id],
    )
  }

  /** Stores unread notifications about an item, without their making. */
  async function received(who: TestUser, contextId: number | null = null, count = 1, kind = 'shared') {
    await on().app.db.pool.query(
      'INSERT INTO notification_readers (user_id) VALUES ($1) ON CONFLICT DO NOTHING',
      [who.id],
    )
    await on().app.db.pool.query(
      `INSERT INTO notifications (id, place, user_id, thread, kind, actor_id, noun, item_id, context_id)
      SELECT place, place, $1, 'thread ' || place, $4, $2, 'project', 1, $3
      FROM (SELECT nextval('notification_places') AS place FROM generate_series(1, $5::int)) AS new`,
      [who.id, on().anna.id, contextId, kind, count],
    )
  }

  const person = async (of: Parameters<TestApp['deps']['user']>[0] = {}) => {
    const who = await on().app.deps.user(of)
    await turnOn(who)
    await received(who)
    return who
  }
  return { run, turnOn, received, person }
}
