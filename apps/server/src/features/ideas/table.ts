import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, key, time } from '#platform/db/columns.ts'

/** Each row has a `prompt`, or `shipped`, the key of its text in the files of the product; an edited shipped idea has both. */
export const ideas = pgTable('ideas', {
  id: key(),
  categoryId: id('category_id').notNull(),
  prompt: text('prompt'),
  shipped: text('shipped'),
  /** Null for shipped ideas, and when the account was deleted. */
  ownerId: id('owner_id'),
  tenantContextId: id('tenant_context_id'),
  created: time('created').notNull().defaultNow(),
  modified: time('modified').notNull().defaultNow(),
})

export const ideaCategories = pgTable('idea_categories', {
  id: key(),
  name: text('name').notNull(),
  label: text('label').notNull(),
})
