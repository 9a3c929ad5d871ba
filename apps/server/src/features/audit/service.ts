import {
  cutText,
  type AuditAction,
  type AuditEntry,
  type Call,
  type CallInput,
  type contract,
  SUPERUSER,
} from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { ItemType } from '#access/items/index.ts'
import type { Clock } from '#platform/clock.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import { openDenials } from './denials.ts'
import { CSV_HEAD, csvLine, mentionedIn, toAuditEntry } from './rules.ts'
import * as store from './store.ts'

/** Entries concern all users, across tenants' walls: only the super user may read them. */
function mayRead(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER
}

/** An event to record. `by` is the viewer who did it, or what is known of the client. */
export interface Happened {
  readonly action: AuditAction
  readonly by:
    | Person
    | {
        readonly userId: number | null
        readonly address: string
        readonly sessionId?: string
        readonly requestId?: string
      }
  readonly outcome?: AuditEntry['outcome']
  /** The target: a noun of the glossary, its id and its current name. */
  readonly on?: { readonly type: string; readonly id?: number | null; readonly name?: string }
  /** Names and ids; never a password, a token or a text that a user wrote. */
  readonly details?: AuditEntry['details']
}

type Filter = CallInput<(typeof contract.audit)['export']>['query']

export interface AuditService {
  /**
   * Records an event in the transaction that it belongs to, so that both are committed or neither (SECRET-2). Limits
   * `access.denied` to a number per user and minute, so that a scan of endpoints does not fill the disk.
   */
  record(db: Queries, happened: Happened): Promise<void>
  /** Records events of one call in one statement, like `record`. */
  recordAll(db: Queries, happened: readonly Happened[]): Promise<void>
  /** Records that a call of a signed-in user was refused. Returns at once and writes in the background. */
  denied(viewer: Person, call: Call, id: number | undefined): void
  /**
   * Returns matching entries, the newest first.
   * @throws Problem PERMISSION_DENIED for all but the super user; VALIDATION_FAILED
   */
  list(
    viewer: Person,
    wanted: Filter & { limit: number; cursor?: string | undefined },
  ): Promise<{ entries: AuditEntry[]; nextCursor: string | null }>
  /**
   * Streams matching entries as CSV, the newest first, 100,000 at most. Records the export itself.
   * @throws Problem PERMISSION_DENIED for all but the super user
   */
  export(viewer: Person, wanted: Filter): Promise<AsyncIterable<Uint8Array>>
  /** Deletes entries older than this many days. */
  sweep(keepDays: number): Promise<void>
  /** Waits for pending writes. */
  close(): Promise<void>
}

const MAX_EXPORT = 100_000
/** Number of entries in memory at a time. */
const EXPORT_PART = 2_000
const DAY_MS = 86_400_000

export function auditService(options: {
  db: Database
  clock: Clock
  log: Log
  types: readonly ItemType[]
}): AuditService {
  const { db, clock, types } = options
  const denials = openDenials(clock)
  const keeping = new Set<Promise<void>>()
  const record: AuditService['record'] = async (queries, happened) => {
    if (happened.action === 'access.denied' && !denials.counts(happened.by.userId)) return
    await store.insert(queries, types, [entryOf(happened, clock.now())])
  }
  return {
    record,
    async recordAll(queries, happened) {
      const now = clock.now()
      if (happened.length > 0)
        await store.insert(
          queries,
          types,
          happened.map((one) => entryOf(one, now)),
        )
    },
    denied(viewer, call, id) {
      const details = { call: `${call.method} ${call.path}` }
      const on = { type: nounOf(call, types), ...(id === undefined ? {} : { id }) }
      const kept = record(db.orm, { action: 'access.denied', outcome: 'refused', by: viewer, on, details })
        .catch((error: unknown) => options.log.error({ err: error }, 'a refusal could not be kept'))
        .finally(() => keeping.delete(kept))
      keeping.add(kept)
    },
    async list(viewer, { limit, cursor, ...wanted }) {
      if (!mayRead(viewer)) throw new Problem('PERMISSION_DENIED')
      const below = readCursor(cursor, 1)?.[0]
      const found = await store.list(db.orm, types, wanted, below, limit + 1)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = last && found.length > limit ? cursorAfter(last.id) : null
      const names = await store.namesOf(db.orm, mentionedIn(page))
      return { entries: page.map((entry) => toAuditEntry(entry, names)), nextCursor }
    },
    async export(viewer, wanted) {
      if (!mayRead(viewer)) throw new Problem('PERMISSION_DENIED')
      const { count, newest } = await store.count(db.orm, wanted, MAX_EXPORT)
      const filter = Object.entries(wanted).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      )
      const details = { ...Object.fromEntries(filter), entries: count }
      await record(db.orm, { action: 'audit.exported', by: viewer, on: { type: 'audit' }, details })
      return csvOf(db.orm, types, wanted, newest, count)
    },
    sweep: (keepDays) => store.sweep(db.orm, new Date(clock.now().getTime() - keepDays * DAY_MS)),
    close: async () => void (await Promise.all(keeping)),
  }
}

async function* csvOf(
  db: Queries,
  types: readonly ItemType[],
  wanted: Filter,
  newest: number,
  count: number,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  yield encoder.encode(CSV_HEAD)
  let below = newest + 1
  for (let left = count; left > 0;) {
    const part = await store.list(db, types, wanted, below, Math.min(left, EXPORT_PART))
    const last = part.at(-1)
    if (!last) return
    yield encoder.encode(part.map(csvLine).join(''))
    below = last.id
    left -= part.length
  }
}

/** Maps the nouns of URLs to those of the trail; items define their own. */
const NOUNS: Readonly<Record<string, string>> = {
  users: 'user',
  contexts: 'context',
  apitokens: 'token',
}

function nounOf(call: Call, types: readonly ItemType[]): string {
  const parts = call.path.split('/')
  const noun = parts.find((part) => part === 'apitokens') ?? parts[0] ?? ''
  return types.find(({ path }) => path === noun)?.noun ?? NOUNS[noun] ?? noun
}

function entryOf({ action, by, outcome = 'ok', on, details = {} }: Happened, at: Date): store.NewEntry {
  return {
    at,
    action,
    outcome,
    userId: by.userId,
    objectType: on?.type ?? '',
    objectId: on?.id ?? null,
    objectName: cutText(on?.name ?? '', store.NAME_LENGTH),
    ...placeOf(by),
    details,
  }
}

function placeOf(by: Happened['by']) {
  const from = 'kind' in by ? by.from : by
  const { address = '', requestId = '' } = from ?? {}
  // Work that continues without its user has no session.
  return { address, requestId, sessionId: by.sessionId || null }
}
