// Makes notifications from what was stored about changes: in steps of some people, by one process at a time for each event.
import type { ItemType } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import { openLooking, type Looking } from '#platform/claims/index.ts'
import { openPace, type Database, type Tx } from '#platform/db/index.ts'
import { outageOf } from '#platform/isolate-failures.ts'
import type { Log } from '#platform/log.ts'
import { resolve } from './resolving.ts'
import { EVERYBODY, retriedOf, type StoredEvent } from './step.ts'
import * as store from './store.ts'

export interface MakingDeps {
  readonly db: Pick<Database, 'kind' | 'pool' | 'orm' | 'transaction' | 'problemOf'>
  readonly bus: Pick<Bus, 'on' | 'onGap' | 'publish'>
  readonly log: Log
  readonly types: readonly ItemType[]
}

type TellDeps = Pick<MakingDeps, 'bus' | 'log' | 'types'>

export interface Making {
  /** Stops after the current step; the next process continues. */
  close(): Promise<void>
}

/** How often an event is tried again that failed, or whose people could not be locked. */
const ATTEMPTS = 10
const AGAIN_SECONDS = 1
/** Pause while all events that are due are those of other processes. */
const OTHERS_MS = 1_000
/** Pause of the embedded database after a step, as a multiple of its duration, while others use it. */
const RESTS = 2

/** Starts to make notifications in this process. */
export function openMaking(deps: MakingDeps): Making {
  const { db, bus, log } = deps
  const ending = new AbortController()
  const pace = openPace(db, RESTS)
  let later: NodeJS.Timeout | undefined
  const looking: Looking = openLooking({
    async look() {
      while (!ending.signal.aborted && (await pace(() => step(deps))));
      const ms = await store.nextDue(db.orm)
      clearTimeout(later)
      if (ms !== undefined) later = setTimeout(() => looking.wake(), ms > 0 ? ms : OTHERS_MS).unref()
    },
    failed: (error) => log.error({ err: error }, 'notifications were not made; it is tried again'),
    ending: ending.signal,
  })
  const left = [bus.on('notices.stored', () => looking.wake()), bus.onGap(() => looking.wake(true))]
  looking.start()
  looking.wake()
  return {
    async close() {
      left.forEach((leave) => leave())
      ending.abort()
      clearTimeout(later)
      await looking.close()
    },
  }
}

/** Tells the next people of one event. Returns whether there was one. An event that fails does not hold up the others. */
async function step({ db, bus, log, types }: MakingDeps): Promise<boolean> {
  let taken: StoredEvent | undefined
  try {
    return await db.transaction(async (tx) => {
      taken = await store.take(tx)
      if (taken) await tell({ bus, log, types }, tx, taken)
      return taken !== undefined
    })
  } catch (error) {
    if (!taken || outageOf(db)(error)) throw error
    log.error({ err: error, event: taken.kind, attempts: taken.attempts }, 'an event told nobody')
    const { id, attempts } = taken
    await db.transaction((tx) =>
      attempts < ATTEMPTS ? store.keep(tx, id, { again: { seconds: 2 ** attempts } }) : store.done(tx, id),
    )
    return true
  }
}

async function tell({ bus, log, types }: TellDeps, tx: Tx, event: StoredEvent): Promise<void> {
  const { told, lastId } = await resolve(tx, types, event)
  const { locked, missed } = await store.lockReaders(
    tx,
    told.map(({ userId }) => userId),
  )
  const present = told.filter(({ userId }) => locked.has(userId))
  const received = present.length ? await store.receive(tx, event, threadOf(event), present) : []
  if (received.length > 0) {
    await store.trim(tx, received)
    const people = received.flatMap((userId) => locked.get(userId) ?? [])
    await bus.publish(tx, { type: 'notifications.changed', people })
  }
  const retried = retriedOf(event)
  // Whoever is still locked is tried after the other missed ones.
  const left = [...event.missed.slice(retried?.length ?? 0), ...missed]
  if (!retried && lastId !== undefined) return store.keep(tx, event.id, { afterId: lastId, missed: left })
  if (left.length === 0) return store.done(tx, event.id)
  const isStuck = missed.length > 0 && present.length === 0
  if (isStuck && event.attempts >= ATTEMPTS) {
    log.warn({ people: left.length, event: event.kind }, 'people who are locked were not told')
    return store.done(tx, event.id)
  }
  // Everybody else was told: from now on only those who were missed.
  const again = isStuck || !retried ? { seconds: AGAIN_SECONDS } : undefined
  await store.keep(tx, event.id, { afterId: EVERYBODY, missed: left, ...(again ? { again } : {}) })
}

/** Requests of one item are threads of their own: each waits for its decision. */
function threadOf({ kind, contextId, id, data }: StoredEvent): string {
  if (kind === 'approvalAsked' && 'requestId' in data) return `request ${data.requestId}`
  if ('announcementId' in data) return `announcement ${data.announcementId}`
  if ('modelId' in data) return `model ${data.modelId}`
  return contextId === null ? `${kind} ${id}` : `item ${contextId}`
}
