import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ShareAudience, ShownFile } from '@polylogue/contract'
import { bytea, id, key, time } from '#platform/db/columns.ts'

/** What a link shows that does not go on with its chat. */
export interface Frozen {
  readonly title: string
  readonly tabs: readonly { readonly id: number; readonly name: string }[]
  /** Later messages are not shown. */
  readonly lastMessageId: number
  /** Messages whose answers were still being written, and ids before the last one that had no message yet. */
  readonly unfinished: readonly number[]
}

/** Share links (decision 153). */
export const shareLinks = pgTable('share_links', {
  id: key(),
  ownerId: id('owner_id').notNull(),
  /** The tab that it shows; null when it shows the project. */
  tabId: id('tab_id'),
  /** The project that it shows; null when it shows a tab. */
  projectId: id('project_id'),
  /** SHA-256 of the key. The key itself is not stored. */
  keyHash: bytea('key_hash').notNull(),
  /** Null when it goes on with the chat. */
  frozen: jsonb('frozen').$type<Frozen>(),
  sharedAt: time('shared_at'),
  names: boolean('names').notNull(),
  reasoning: boolean('reasoning').notNull(),
  passages: boolean('passages').notNull(),
  files: jsonb('files').$type<ShownFile[]>().notNull().default([]),
  audience: text('audience').$type<ShareAudience>().notNull(),
  expires: time('expires'),
  views: id('views').notNull().default(0),
  lastOpened: time('last_opened'),
  created: time('created').notNull().defaultNow(),
})

export type LinkRow = typeof shareLinks.$inferSelect
