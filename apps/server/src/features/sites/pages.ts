// Adds the pages of a site as documents.
import { DATASOURCE_LIMITS } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import { addressOf, countDocuments, decoded, hostOf } from '#features/media/index.ts'
import { removedPages } from './removed-store.ts'
import * as store from './store.ts'

/**
 * Adds the pages that the site does not have yet, up to the limits of the site and the data source, which is locked. Skips
 * those that were removed because they are gone. Returns how many were added.
 */
export async function addPages(db: Runner, site: store.SiteRow, urls: readonly string[]): Promise<number> {
  const known = await store.pagesOf(db, site.id)
  const count = await countDocuments(db, site.datasourceId)
  const room = Math.min(site.limit - known.length, DATASOURCE_LIMITS.documents - count)
  const removed = await removedPages(db, site.id)
  const have = new Set([...known.map(({ url }) => url), ...removed].map(keyOf))
  const added = urls.filter((url) => !have.has(keyOf(url))).slice(0, Math.max(0, room))
  if (added.length > 0)
    await store.insertPages(
      db,
      site,
      added.map((url) => ({ url, host: hostOf(url), name: nameOf(url) })),
    )
  return added.length
}

/** Treats addresses that differ only in the scheme or a slash at the end of the path as the same page. */
function keyOf(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}`
}

/** Returns the addresses that both lists have. */
export function among(some: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(keyOf))
  return some.filter((url) => keys.has(keyOf(url)))
}

/** Names a page by its path, because many pages of a site end alike. */
function nameOf(address: string): string {
  const parts = new URL(address).pathname.split('/').filter(Boolean).map(decoded)
  return parts.length > 1
    ? parts.join(' › ').replace(/[/\\]/g, ' ').slice(0, DATASOURCE_LIMITS.fileName)
    : addressOf(address).name
}
