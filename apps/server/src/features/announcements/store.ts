import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { askingOnce, contextLevel, GROUP_TYPES, LEVEL, sameSide, type Person } from '#access/index.ts'
import { contexts } from '#access/table.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { users } from '#features/users/table.ts'
import type { AnnouncementRow } from './rules.ts'
import { announcementsPutAway, announcements, reaching } from './table.ts'

const columns = {
  ...getTableColumns(announcements),
  groupName: contexts.name,
  author: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`,
  isOver: sql<boolean>`${announcements.ends} <= now()`,
}

const onSide = (viewer: Person) => sameSide(viewer, sql`${announcements.tenantContextId}`)

const selected = (db: Queries) =>
  db
    .select(columns)
    .from(announcements)
    .leftJoin(contexts, eq(contexts.id, announcements.groupContextId))
    .leftJoin(users, eq(users.id, announcements.authorId))

/** Returns all announcements of the viewer’s side of the tenant wall, the newest first. */
export async function list(db: Queries, viewer: Person): Promise<AnnouncementRow[]> {
  return selected(db).where(onSide(viewer)).orderBy(desc(announcements.id))
}

export async function find(db: Queries, viewer: Person, id: number): Promise<AnnouncementRow | undefined> {
  const [found] = await selected(db).where(and(eq(announcements.id, id), onSide(viewer)))
  return found
}

/** Locks an announcement before it is read, so that concurrent changes are serialized. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`SELECT FROM announcements WHERE id = ${id} FOR UPDATE`)
}

/** Returns how many there are on the viewer’s side; until the end of the transaction no other one is counted or added. */
export async function countOf(tx: Tx, viewer: Person): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7157, hashtext(${String(viewer.tenantContextId)}))`)
  return tx.$count(announcements, onSide(viewer))
}

/** Whether the viewer manages a team or org unit. */
export async function managesGroup(db: Queries, viewer: Person, groupId: number): Promise<boolean> {
  const level = contextLevel(viewer, sql`${groupId}::bigint`)
  const { rows } = await db.execute(sql`SELECT FROM contexts held
    WHERE held.id = ${groupId} AND held.type_id IN (${sql.raw(GROUP_TYPES.join(', '))}) AND ${level} >= ${LEVEL.admin}`)
  return rows.length > 0
}

export async function insert(tx: Tx, fields: typeof announcements.$inferInsert): Promise<number> {
  const [made] = await tx.insert(announcements).values(fields).returning({ id: announcements.id })
  if (!made) throw new Error('An inserted announcement has no id')
  return made.id
}

export type Change = Partial<Pick<typeof announcements.$inferInsert, 'title' | 'text' | 'kind' | 'ends'>> & {
  modified: Date
}

export async function update(tx: Tx, id: number, change: Change): Promise<void> {
  await tx.update(announcements).set(change).where(eq(announcements.id, id))
}

/** Ends an announcement by the clock of the database, which every look at it goes by. */
export async function end(tx: Tx, id: number, modified: Date): Promise<void> {
  await tx
    .update(announcements)
    .set({ ends: sql`least(${announcements.ends}, now())`, modified })
    .where(eq(announcements.id, id))
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.delete(announcements).where(eq(announcements.id, id))
}

/** Puts away a banner for the viewer; returns whether it is shown to them. */
export async function putAway(tx: Tx, viewer: Person, id: number): Promise<boolean> {
  const { once, asked } = askingOnce(viewer)
  const { rows } = await tx.execute(sql`${once}, shown AS (
      SELECT announcement.id FROM announcements announcement
      WHERE announcement.id = ${id} AND announcement.form = 'banner' AND ${reaching(asked)}
    ), put AS (
      INSERT INTO ${announcementsPutAway} (announcement_id, user_id) SELECT id, ${viewer.userId}::bigint FROM shown
      ON CONFLICT DO NOTHING)
    SELECT id FROM shown`)
  return rows.length > 0
}
