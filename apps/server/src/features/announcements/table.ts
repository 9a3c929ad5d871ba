// Announcements, and the conditions over them that notifications use, too.
import { sql, type SQL } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { AnnouncementForm, AnnouncementKind } from '@polylogue/contract'
import { holders, type PersonColumns } from '#access/index.ts'
import { id, key, time } from '#platform/db/columns.ts'

export const announcements = pgTable('announcements', {
  id: key(),
  tenantContextId: id('tenant_context_id'),
  groupContextId: id('group_context_id'),
  authorId: id('author_id'),
  title: text('title').notNull(),
  text: text('text').notNull(),
  kind: text('kind').$type<AnnouncementKind>().notNull(),
  form: text('form').$type<AnnouncementForm>().notNull(),
  ends: time('ends').notNull(),
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
})

/** Banners that people put away. */
export const announcementsPutAway = pgTable('announcements_put_away', {
  announcementId: id('announcement_id').notNull(),
  userId: id('user_id').notNull(),
})

/**
 * Condition over `announcement`: it lasts and reaches a person. It never crosses a tenant’s wall; one for a group reaches its owner
 * and its members, directly or through other groups.
 */
export function reaching(person: PersonColumns): SQL<boolean> {
  return sql<boolean>`(announcement.ends > now()
    AND announcement.tenant_context_id IS NOT DISTINCT FROM ${person.tenantContextId}
    AND (announcement.group_context_id IS NULL OR announcement.group_context_id IN ${holders(person)}
      OR EXISTS (SELECT FROM contexts held
        WHERE held.id = announcement.group_context_id AND held.owner_context_id = ${person.contextId})))`
}
