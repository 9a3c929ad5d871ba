// Groups the documents of sites, so that hundreds of pages are one entry.
import type { DatasourceSite, MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS, type DatasourceStatus } from '@polylogue/contract/browser'
import { isDue } from '#features/media/index.ts'

export interface SiteGroup {
  site: DatasourceSite
  pages: readonly MediaItem[]
}

export type Entry = { media: MediaItem } | SiteGroup

/** Returns the sites with their pages first, then the other documents. */
export function entriesOf(media: readonly MediaItem[], sites: readonly DatasourceSite[]): Entry[] {
  const pages = Map.groupBy(media, ({ siteId }) => siteId)
  const known = new Set(sites.map(({ id }) => id))
  return [
    ...sites.map((site) => ({ site, pages: pages.get(site.id) ?? [] })),
    ...media.filter(({ siteId }) => siteId === null || !known.has(siteId)).map((one) => ({ media: one })),
  ]
}

/** Returns what the pages of a site add up to. */
export function summaryOf({ site, pages }: SiteGroup, now: number) {
  const count = (matches: (page: MediaItem) => boolean) => pages.filter(matches).length
  const sum = (value: (page: MediaItem) => number) => pages.reduce((all, page) => all + value(page), 0)
  const { pending, indexing, ready, failed } = DATASOURCE_STATUS
  const waiting = count(({ status }) => status === pending || status === indexing)
  const isChecking = isDue(site, now)
  const status: DatasourceStatus =
    waiting > 0 || (pages.length === 0 && isChecking)
      ? indexing
      : count((page) => page.status === ready) > 0
        ? ready
        : pages.length > 0 || site.lastFailure !== null
          ? failed
          : pending
  const times = pages.flatMap(({ checked }) => checked ?? [])
  return {
    status,
    failed: count((page) => page.status === failed),
    gone: count((page) => page.lastFailure === 'gone'),
    chunks: sum(({ chunks }) => chunks),
    characters: sum(({ characters }) => characters),
    checked: [site.checked ?? '', ...times].reduce((last, time) => (time > last ? time : last)) || null,
    isChecking: isChecking || pages.some((page) => isDue(page, now)),
  }
}
