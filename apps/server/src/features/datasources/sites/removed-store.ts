// The SQL of the pages that people removed because they are gone.
import type { Runner } from '../../../platform/db/index.ts'

/** Returns their addresses, those that were asked least recently first. */
export async function removedPages(db: Runner, siteId: number): Promise<string[]> {
  const { rows } = await db.query<{ url: string }>(
    'SELECT url FROM media_removed_pages WHERE site_id = $1 ORDER BY checked NULLS FIRST, url',
    [siteId],
  )
  return rows.map(({ url }) => url)
}

/** Stores that they were asked again; those that answer are removed no more. */
export async function storeAsked(
  db: Runner,
  siteId: number,
  { asked, answering, at }: Asked & { readonly at: Date },
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

/** Removed pages that were asked whether they answer, and those that do. */
export interface Asked {
  readonly asked: readonly string[]
  readonly answering: readonly string[]
}
