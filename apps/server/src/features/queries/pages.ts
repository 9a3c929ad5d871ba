// The pages of a tab's messages.
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Queries } from '#platform/db/index.ts'
import { firstPage } from './rules.ts'
import * as store from './store.ts'

/** Returns the newest messages of a tab, or those before a cursor, as many as fit on a page. */
export async function newestBefore(
  orm: Queries,
  tabId: number,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ ids: number[]; nextCursor: string | null }> {
  const [turnId, id] = readCursor(cursor, 2) ?? []
  const place = turnId !== undefined && id !== undefined ? { turnId, id } : undefined
  const sizes = await store.sizesBefore(orm, tabId, place, limit + 1)
  const fitting = firstPage(sizes, limit)
  const oldest = fitting.at(-1)
  const nextCursor = oldest && sizes.length > fitting.length ? cursorAfter(oldest.turnId, oldest.id) : null
  return { ids: fitting.map((one) => one.id), nextCursor }
}
