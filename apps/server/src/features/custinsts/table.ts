import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { CustInst } from '@polylogue/contract'
import { itemColumns } from '#access/items/index.ts'

/** Custom instructions. The database computes the search column `words` itself. */
export const custinsts = pgTable('custinsts', {
  ...itemColumns(),
  description: text('description').notNull().default(''),
  content: text('content').notNull(),
  scope: smallint('scope').$type<CustInst['scope']>().notNull(),
})
