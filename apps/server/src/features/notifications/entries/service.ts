import type { Banner, CallInput, contract, Notification, SeenEnd } from '@polylogue/contract'
import { isOneself, type Person } from '#access/index.ts'
import { mayUse, type ItemType } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { openedOf, requestOf, toNotification, uriOf, type Entry } from './rules.ts'
import { storeSeen, sweepSeen } from '../ends/store.ts'
import * as store from './store.ts'

export interface EntriesDeps {
  readonly db: Pick<Database, 'orm' | 'transaction'>
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
  readonly types: readonly ItemType[]
  /** Returns the names of the items of those of these requests that a person may decide on. */
  readonly waiting: (viewer: Person, requestIds: readonly number[]) => Promise<ReadonlyMap<number, string>>
  /** Days for which notifications are kept. */
  readonly keepDays: () => number
}

export interface FreshEntries {
  readonly notifications: readonly Notification[]
  readonly count: number
}

/** Stored notifications. Everything is about the viewer's own. @throws Problem NOT_FOUND for others' */
export interface EntriesService {
  list(
    viewer: Person,
    userId: number,
    wanted: CallInput<(typeof contract)['notifications']['list']>['query'],
  ): Promise<{
    notifications: Notification[]
    unread: number
    banners?: Banner[]
    shared?: { id: number; uri: string }[]
  }>
  /** Returns the newest of a person’s fresh entries as they may see them now, and the number of all. */
  fresh(viewer: Person, fresh: store.Fresh, limit: number): Promise<FreshEntries>
  markAll(viewer: Person, userId: number): Promise<void>
  mark(viewer: Person, userId: number, id: number, read: boolean): Promise<void>
  /** Deletes all notifications about the same thing. */
  remove(viewer: Person, userId: number, id: number): Promise<void>
  /** Notes that the viewer sees the end of long work of theirs as it comes: they are not told of it then. */
  seeEnd(viewer: Person, userId: number, kind: SeenEnd, id: number): Promise<void>
  /** Deletes those older than configured. */
  sweep(): Promise<void>
}

const DAY_MS = 86_400_000
const SWEPT = 1_000

export function entriesService({ db, bus, clock, types, waiting, keepDays }: EntriesDeps): EntriesService {
  /** Changes a person's notifications, and tells their pages. */
  const change = async (viewer: Person, userId: number, work: (tx: Tx) => Promise<boolean>) => {
    requireOwn(viewer, userId)
    await db.transaction(async (tx) => {
      const isDone = (await store.lock(tx, userId)) && (await work(tx))
      if (!isDone) throw new Problem('NOT_FOUND', { thing: 'notification' })
      await bus.publish(tx, { type: 'notifications.changed', people: [viewer.contextId] })
    })
  }
  const shown = showing({ types, waiting })
  return {
    async fresh(viewer, fresh, limit) {
      const entries = await store.list(db.orm, viewer, types, { read: false, limit }, fresh)
      const count = entries.length < limit ? entries.length : await store.countUnread(db.orm, viewer, fresh)
      return { notifications: await shown(viewer, entries), count }
    },
    async list(viewer, userId, wanted) {
      requireOwn(viewer, userId)
      const counted = store.countUnread(db.orm, viewer)
      const listed = () => store.list(db.orm, viewer, types, wanted)
      const [entries, unread, banners, shared] = await Promise.all([
        // Most people have nothing unread, and all of them may ask at once.
        wanted.read === false ? counted.then((count) => (count === 0 ? [] : listed())) : listed(),
        counted,
        wanted.banners ? store.banners(db.orm, viewer) : undefined,
        wanted.shared ? counted.then((count) => (count === 0 ? [] : shares(db, types, viewer))) : undefined,
      ])
      return {
        notifications: await shown(viewer, entries),
        unread,
        ...(banners ? { banners } : {}),
        ...(shared ? { shared } : {}),
      }
    },
    async markAll(viewer, userId) {
      requireOwn(viewer, userId)
      await db.transaction(async (tx) => {
        if (!(await store.lock(tx, userId))) return
        await store.markAll(tx, userId)
        await bus.publish(tx, { type: 'notifications.changed', people: [viewer.contextId] })
      })
    },
    mark: (viewer, userId, id, read) => change(viewer, userId, (tx) => store.mark(tx, { userId, id, read })),
    remove: (viewer, userId, id) => change(viewer, userId, (tx) => store.removeThread(tx, { userId, id })),
    async seeEnd(viewer, userId, kind, id) {
      requireOwn(viewer, userId)
      await storeSeen(db.orm, userId, kind, id)
    },
    async sweep() {
      await sweepSeen(db.orm)
      const before = new Date(clock.now().getTime() - keepDays() * DAY_MS)
      while ((await store.sweep(db.orm, before, SWEPT)) === SWEPT);
    },
  }
}

/** Returns a function that turns entries into what a person may see of them now. */
const showing =
  ({ types, waiting }: Pick<EntriesDeps, 'types' | 'waiting'>) =>
  async (viewer: Person, entries: readonly Entry[]): Promise<Notification[]> => {
    const asked = await waiting(
      viewer,
      entries.flatMap((entry) => requestOf(entry) ?? []),
    )
    const used = types.filter((type) => mayUse(type, viewer))
    return entries.map((entry) => toNotification(entry, openedOf(entry, used, asked)))
  }

/** Returns the paths of what was shared with a person, by their unread notifications of it. */
async function shares({ orm }: EntriesDeps['db'], types: readonly ItemType[], viewer: Person) {
  const found = await store.unreadShares(orm, viewer.userId)
  return found.flatMap(({ id, noun, itemId }) => {
    const type = types.find((one) => one.noun === noun)
    return type && mayUse(type, viewer) ? { id, uri: uriOf(type, itemId) } : []
  })
}

function requireOwn(viewer: Person, userId: number): void {
  if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
}
