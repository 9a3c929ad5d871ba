// The SQL of gone pages that people removed.
import type { Runner } from '#platform/db/index.ts'

/** Returns their addresses, the least recently requested first. */
export async function removedPages(db: Runner, siteId: number): Promise<string[]> {
  const { rows } = await db.query<{ url: string }>(
    'SELECT url FROM media_removed_pages WHERE site_id = $1 ORDER BY checked NULLS FIRST, url',
    [siteId],
  )
  return rows.map(({ url }) => url)
}

/** Stores that they were requested again. Pages that answer no longer count as removed. */
export async function storeAsked(
  db: Runner,
  siteId: number,
  { asked, answering, at }: RequestedPages & { readonly at: Date },
): Promise<void> {
  await db.query(
    'UPDATE media_removed_pages SET checked = $3 WHERE site_id = $1 AND url = ANY ($2::text[])',
    [siteId, asked, at],
  )
  await db.query('DELETE FROM media_removed_pages WHERE site_id = $1 AND url = ANY ($2::text[])', [
    siteId,
    answering,
  ])
}

/** Removed pages that were requested, and those that answered. */
export interface RequestedPages {
  readonly asked: readonly string[]
  readonly answering: readonly string[]
}
