// Adds the pages of a site as documents.
import { DATASOURCE_LIMITS } from '@polylogue/contract'
import type { Runner } from '../../../platform/db/index.ts'
import { addressOf, decoded, hostOf, mediaStore } from '../media/index.ts'
import * as store from './store.ts'

/**
 * Adds those of these pages that are not there, up to the limits of the site and the data source, which is locked. Returns how
 * many were added.
 */
export async function addPages(db: Runner, site: store.SiteRow, urls: readonly string[]): Promise<number> {
  const known = await store.pagesOf(db, site.id)
  const count = await mediaStore.count(db, site.datasourceId)
  const room = Math.min(site.limit - known.length, DATASOURCE_LIMITS.documents - count)
  const have = new Set(known.map(({ url }) => keyOf(url)))
  const added = urls.filter((url) => !have.has(keyOf(url))).slice(0, Math.max(0, room))
  if (added.length > 0)
    await store.insertPages(
      db,
      site,
      added.map((url) => ({ url, host: hostOf(url), name: nameOf(url) })),
    )
  return added.length
}

/** Addresses with and without a slash at the end of the path, or with another scheme, are one page. */
function keyOf(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}`
}

/** Names a page by its path, because many pages of a site end alike. */
function nameOf(address: string): string {
  const parts = new URL(address).pathname.split('/').filter(Boolean).map(decoded)
  return parts.length > 1
    ? parts.join(' › ').replace(/[/\\]/g, ' ').slice(0, DATASOURCE_LIMITS.fileName)
    : addressOf(address).name
}
