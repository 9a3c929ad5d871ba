// An announcement to people whose pages are open: until all are told, and how late the server's event loop is meanwhile. The streams
// are held by another process.
//   node bench/announcements.ts [people]                     embedded
//   DATABASE_URL=postgres://… node bench/announcements.ts    a PostgreSQL server; makes and drops a database of its own
// Later rounds ask for the list, all at once and as pages do. Another person lists their chats meanwhile. Exits with 1 when the first
// round is over its budget.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ANNOUNCEMENT_FORMS, contract, type AnnouncementForm } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import type { Database } from '../apps/server/src/platform/db/index.ts'
import { summary } from './lib/figures.ts'
import { withApp } from './lib/in-process.ts'
import type { Pages, Told } from './lib/open-pages.ts'

const PEOPLE = Number(process.argv[2] ?? 1_000)
const BUDGET = { toldMs: 2_000, loopP99: 50 }
const RESOLUTION = 10
const FIRST = 100_000
/** Codes of the live messages: of one's own notifications, of banners. */
const CONTEXTS: Readonly<Record<AnnouncementForm, number>> = { notification: 14, banner: 16 }

/** With the prefix of an access token. */
const tokenOf = (id: number) => `pla_${id}`

/** Inserts people with a session each, and an administrator. */
async function fill({ pool }: Database): Promise<void> {
  const values = [FIRST, FIRST + PEOPLE]
  await pool.query(
    `INSERT INTO contexts (id, uuid, type_id, name, owner_context_id)
      SELECT n, gen_random_uuid(), 5, 'Person ' || n, n FROM generate_series($1::bigint, $2::bigint) n`,
    values,
  )
  await pool.query(
    `INSERT INTO users (id, uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      SELECT n, gen_random_uuid(), n, 'Petra', 'Person', 'p' || n, 'p' || n || '@example.org', '', CASE n WHEN $2 THEN 3 ELSE 4 END
      FROM generate_series($1::bigint, $2::bigint) n`,
    values,
  )
  await pool.query(
    `INSERT INTO sessions (id, user_id, access_hash, access_until, refresh_hash, refresh_until, ends)
      SELECT gen_random_uuid(), n, sha256(('pla_' || n)::bytea), now() + interval '1 hour', sha256(n::text::bytea),
        now() + interval '1 hour', now() + interval '1 hour'
      FROM generate_series($1::bigint, $2::bigint) n`,
    values,
  )
  await pool.query('ANALYZE')
}

interface Round {
  readonly form: AnnouncementForm
  readonly asks: Pages['asks']
}

interface Measured {
  readonly toldMs: number
  /** When the first tenth, half and the last had the list. */
  readonly listedMs: readonly number[]
  /** 95th percentile of what somebody else asks meanwhile. */
  readonly otherP95: number
  readonly loopP99: number
}

/** Announces once and returns the milliseconds until all were told (and had the list), and the loop's delay. */
async function round(baseUrl: string, admin: Client, { form, asks }: Round): Promise<Measured> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: FIRST + index,
    token: tokenOf(FIRST + index),
  }))
  const pages = fork(join(import.meta.dirname, 'lib/open-pages.ts'))
  const heard = { told: [] as number[], listed: [] as number[] }
  const isOpen = Promise.withResolvers<void>()
  pages.on('message', (told: Told) => {
    if (told.is === 'open') isOpen.resolve()
    else if (told.context === CONTEXTS[form]) heard[told.is].push(told.at)
  })
  pages.send({ baseUrl, people, asks } satisfies Pages)
  await isOpen.promise
  await sleep(2_000)
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION })
  loop.enable()
  const began = Date.now()
  const ends = new Date(began + 86_400_000).toISOString()
  await admin.call(contract.announcements.create, {
    body: { title: 'Maintenance', text: 'On Sunday, from eight.', form, ends },
  })
  const waited = asks === 'not' ? heard.told : heard.listed
  const others: number[] = []
  while (waited.length < PEOPLE && Date.now() - began < 60_000) {
    const asked = performance.now()
    // A server that has too much to do refuses some calls.
    await admin.call(contract.announcements.list).catch(() => undefined)
    others.push(performance.now() - asked)
    await sleep(20)
  }
  loop.disable()
  pages.kill()
  if (waited.length < PEOPLE) throw new Error(`${waited.length} of ${PEOPLE} people were told`)
  const listed = heard.listed.toSorted((a, b) => a - b)
  return {
    toldMs: Math.max(...heard.told) - began,
    listedMs: [0.1, 0.5, 1].map((part) => (listed[Math.ceil(listed.length * part) - 1] ?? began) - began),
    otherP95: Math.round(summary(others)?.p95 ?? 0),
    loopP99: Math.max(0, Math.round(loop.percentile(99) / 1e6 - RESOLUTION)),
  }
}

await withApp(async (db, { baseUrl }) => {
  await fill(db)
  console.log(`${PEOPLE} people with an open stream, ${db.kind}; milliseconds`)
  const token = tokenOf(FIRST + PEOPLE)
  const admin = createClient({ baseUrl, token: () => token })
  // The first sign-ins and statements load and compile code that all later ones use.
  await admin.call(contract.announcements.list)
  for (const asks of ['not', 'at once', 'spread'] as const)
    for (const form of ANNOUNCEMENT_FORMS) {
      const { toldMs, listedMs, otherP95, loopP99 } = await round(baseUrl, admin, { form, asks })
      const listed = asks === 'not' ? '' : `, a tenth, half and all have the list ${listedMs.join(', ')}`
      console.log(
        `${form.padEnd(14)} pages ask ${asks}: all told ${toldMs}${listed}; another call p95 ${otherP95}, event loop p99 ${loopP99}`,
      )
      if (asks === 'not' && (toldMs > BUDGET.toldMs || loopP99 > BUDGET.loopP99)) process.exitCode = 1
    }
})
