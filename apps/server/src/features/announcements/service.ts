import { ANNOUNCEMENT_LIMITS, type Announcement, type CallInput, type contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { ItemsDeps } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import { changeOf, laterThan, requireUnchanged } from '#platform/changes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import { notice } from '#platform/notices.ts'
import { Problem } from '#problem.ts'
import { toAnnouncement, wrongEnd, type AnnouncementRow } from './rules.ts'
import * as store from './store.ts'

type Calls = typeof contract.announcements
type Body<Name extends 'create' | 'update'> = CallInput<Calls[Name]>['body']

/** Managing needs the permission of the contract, and reaches the viewer’s side of the tenant wall only. */
export interface AnnouncementsService {
  list(viewer: Person): Promise<Announcement[]>
  /** @throws Problem NOT_FOUND for a group that the viewer does not manage, TOO_MANY_ANNOUNCEMENTS, VALIDATION_FAILED */
  create(viewer: Person, sent: Body<'create'>): Promise<Announcement>
  /** Changes the fields in the request and keeps the others. */
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<Announcement>
  end(viewer: Person, id: number): Promise<Announcement>
  remove(viewer: Person, id: number): Promise<void>
  /** Hides a banner from the viewer. @throws Problem NOT_FOUND for one that is not shown to them */
  putAway(viewer: Person, id: number): Promise<void>
}

export interface AnnouncementsDeps {
  readonly audit: ItemsDeps['audit']
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
  readonly db: Pick<Database, 'orm' | 'transaction'>
}

export function announcementsService(deps: AnnouncementsDeps): AnnouncementsService {
  const { db, bus } = deps
  return {
    async list(viewer) {
      return (await store.list(db.orm, viewer)).map(toAnnouncement)
    },
    create: (viewer, sent) => db.transaction((tx) => create(deps, tx, viewer, sent)),
    update: (viewer, id, sent) =>
      db.transaction(async (tx) => {
        const before = await locked(tx, viewer, id)
        requireUnchanged(before, sent.ifModified)
        const change = changed(deps, before, sent)
        if (!change) return toAnnouncement(before)
        await store.update(tx, id, { ...change, modified: laterThan(before.modified, deps.clock) })
        return told(deps, tx, viewer, 'announcement.updated', id, {
          fields: Object.keys(change).join(', '),
        })
      }),
    end: (viewer, id) =>
      db.transaction(async (tx) => {
        const before = await locked(tx, viewer, id)
        if (before.isOver) return toAnnouncement(before)
        await store.end(tx, id, laterThan(before.modified, deps.clock))
        return told(deps, tx, viewer, 'announcement.ended', id, {})
      }),
    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        await locked(tx, viewer, id)
        await told(deps, tx, viewer, 'announcement.deleted', id, {})
        await store.remove(tx, id)
      }),
    putAway: (viewer, id) =>
      db.transaction(async (tx) => {
        if (!(await store.putAway(tx, viewer, id))) throw noSuchAnnouncement()
        await bus.publish(tx, { type: 'notifications.changed', people: [viewer.contextId] })
      }),
  }
}

async function create(
  deps: AnnouncementsDeps,
  tx: Tx,
  viewer: Person,
  sent: Body<'create'>,
): Promise<Announcement> {
  const { title, text = '', kind = 'info', form, ends, groupContextId = null } = sent
  const now = deps.clock.now()
  requireEnd(ends, now)
  if (groupContextId !== null && !(await store.managesGroup(tx, viewer, groupContextId)))
    throw new Problem('NOT_FOUND', { thing: 'group' })
  const limit = ANNOUNCEMENT_LIMITS.kept
  if ((await store.countOf(tx, viewer)) >= limit) throw new Problem('TOO_MANY_ANNOUNCEMENTS', { limit })
  const id = await store.insert(tx, {
    tenantContextId: viewer.tenantContextId,
    groupContextId,
    authorId: viewer.userId,
    title,
    text,
    kind,
    form,
    ends: new Date(ends),
    created: now,
    modified: now,
  })
  if (form === 'notification')
    await notice(tx, deps.bus, viewer.userId, null, {
      kind: 'announcement',
      data: { announcementId: id, groupContextId },
    })
  const of = { form, ends, ...(groupContextId === null ? {} : { contextId: groupContextId }) }
  // Those who get an entry of it hear of that by themselves.
  return told(deps, tx, viewer, 'announcement.created', id, of, form === 'banner')
}

/** Returns the fields that a request changes; undefined if none. @throws Problem VALIDATION_FAILED */
function changed({ clock }: AnnouncementsDeps, before: AnnouncementRow, sent: Body<'update'>) {
  const { title, text, kind, ends } = sent
  const words = changeOf<Omit<store.Change, 'modified'>>(
    { title: before.title, text: before.text, kind: before.kind },
    { ...(title && { title }), ...(text !== undefined && { text }), ...(kind && { kind }) },
  )
  const isEndChanged = ends !== undefined && Date.parse(ends) !== before.ends.getTime()
  if (isEndChanged) requireEnd(ends, clock.now())
  if (!words && !isEndChanged) return undefined
  return { ...words, ...(isEndChanged ? { ends: new Date(ends) } : {}) }
}

function requireEnd(ends: string, now: Date): void {
  const message = wrongEnd(ends, now)
  if (message)
    throw new Problem(
      'VALIDATION_FAILED',
      { issues: `body.ends ${message}` },
      { issues: [{ path: 'body.ends', message }] },
    )
}

async function locked(tx: Tx, viewer: Person, id: number): Promise<AnnouncementRow> {
  await store.lock(tx, id)
  return required(await store.find(tx, viewer, id))
}

function required(found: AnnouncementRow | undefined): AnnouncementRow {
  if (!found) throw noSuchAnnouncement()
  return found
}

/** Records a change, and tells everybody’s pages or those of administrators. */
async function told(
  { audit, bus }: AnnouncementsDeps,
  tx: Tx,
  by: Person,
  action: 'announcement.created' | 'announcement.updated' | 'announcement.ended' | 'announcement.deleted',
  id: number,
  details: Readonly<Record<string, string | number>>,
  forAll = true,
): Promise<Announcement> {
  const row = required(await store.find(tx, by, id))
  await audit.record(tx, { action, by, on: { type: 'announcement', id, name: row.title }, details })
  await bus.publish(tx, { type: 'announcements.changed', forAll })
  return toAnnouncement(row)
}

const noSuchAnnouncement = () => new Problem('NOT_FOUND', { thing: 'announcement' })
