// Columns of the context graph's tables for drizzle. The migrations create the tables.
import { boolean, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { id, key, time } from '#platform/db/columns.ts'

/**
 * Users, groups and items.
 * @writtenBy contexts, users
 */
export const contexts = pgTable('contexts', {
  id: key(),
  uuid: uuid('uuid').notNull(),
  typeId: smallint('type_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  ownerContextId: id('owner_context_id').notNull(),
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
  /** When an item was put into the recycle bin, and by whom; null for all others (ACCESS-16). */
  deleted: time('deleted'),
  deletedBy: id('deleted_by'),
  /** Whether shares with the group wait until somebody with write access in it approves them. */
  needsApproval: boolean('needs_approval').notNull().default(false),
})

/**
 * Members of groups and shares of items.
 * @writtenBy contexts
 */
export const associations = pgTable(
  'associations',
  {
    contextId: id('context_id').notNull(),
    assocContextId: id('assoc_context_id').notNull(),
    canWrite: boolean('can_write').notNull().default(false),
    canAdmin: boolean('can_admin').notNull().default(false),
    /** True for a member of a group, false for a share of an item. The database derives it from the context. */
    membership: boolean('membership').notNull().default(false),
    created: time('created').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.contextId, table.assocContextId] })],
)

/**
 * Shares of items with groups that wait for approval, and declined ones.
 * @writtenBy publications
 */
export const publications = pgTable('publications', {
  id: key(),
  contextId: id('context_id').notNull(),
  groupContextId: id('group_context_id').notNull(),
  canWrite: boolean('can_write').notNull().default(false),
  canAdmin: boolean('can_admin').notNull().default(false),
  askerId: id('asker_id').notNull(),
  created: time('created').notNull().defaultNow(),
  declined: time('declined'),
  declinedBy: id('declined_by'),
  reason: text('reason').notNull().default(''),
})

/** Texts of items that the readers of a group get while a later change waits for its approval. */
export const approvedTexts = pgTable('approved_texts', {
  id: key(),
  contextId: id('context_id').notNull(),
  groupContextId: id('group_context_id').notNull(),
  texts: jsonb('texts').$type<Readonly<Record<string, unknown>>>().notNull(),
})

/**
 * Contexts that a user has left.
 * @writtenBy contexts
 */
export const hiddenContexts = pgTable(
  'hidden_contexts',
  { contextId: id('context_id').notNull(), userContextId: id('user_context_id').notNull() },
  (table) => [primaryKey({ columns: [table.contextId, table.userContextId] })],
)
