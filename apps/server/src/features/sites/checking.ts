// Finds the pages of sites: those that a site map names, and those that a page links to.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { MediaReason } from '@polylogue/contract'
import { isLastAttempt } from '#platform/claims/index.ts'
import { changeDatasource, type Changing } from '#features/datasources/index.ts'
import {
  ADDRESS_LIMITS,
  dueAfterFailure,
  fetchPage,
  lockTaken,
  nextDue,
  NotIndexed,
  tellRefreshed,
  type Ends,
  type Fetched,
  type IndexingDeps,
  type SiteWork,
  type Taken,
  type TakenSite,
} from '#features/media/index.ts'
import * as checking from './checking-store.ts'
import { linksOf, locationsOf, PAGE_BYTES, pagesAmong } from './links.ts'
import { addPages, among } from './pages.ts'
import { removedPages, storeAsked, type RequestedPages } from './removed-store.ts'
import { askRemoved } from './returning.ts'
import * as store from './store.ts'
import { siteMaps } from './table.ts'

/** Site maps that an index of site maps may name, also through others. */
const MOST_MAPS = 20
/** Addresses of all site maps of a site. */
const MOST_LOCATIONS = 50_000
/** Addresses that are compared before the event loop gets a turn. */
const AT_ONCE = 2_000
/** Maximum bytes of a compressed site map, by the protocol. */
const MOST_BYTES = 52_428_800
const unpack = promisify(gunzip)

type CheckingDeps = Pick<
  IndexingDeps,
  'db' | 'clock' | 'log' | 'outbound' | 'maxBytes' | 'addressLimits' | 'serverId'
>

/** The work on sites, for the queue of documents. */
export function siteWork(deps: CheckingDeps): SiteWork {
  return {
    stillHeld: siteMaps.stillHeld,
    take: checking.take,
    check: (site, ends) => checkSite(deps, site, ends),
    addLinkedPages: (page, fetched) => addLinkedPages(deps, page, fetched),
  }
}

/**
 * Checks a site that this process has taken. Of a site map it adds new pages, and marks pages that are gone. It adds removed pages
 * that answer again; of a site map only those that it names.
 */
async function checkSite(deps: CheckingDeps, site: TakenSite, { ending, lost }: Ends): Promise<void> {
  try {
    const gone = AbortSignal.any([ending, lost])
    const pages = site.kind === 'sitemap' ? await pagesOf(deps, site, gone) : undefined
    const removed = await removedPages(deps.db.pool, site.id)
    const asked = await askRemoved(deps, pages ? among(removed, pages) : removed, gone)
    await storePages(deps, site, pages, asked)
  } catch (error) {
    if (lost.aborted || ending.aborted) await siteMaps.release(deps.db.pool, deps.serverId(), { id: site.id })
    else if (error instanceof NotIndexed) await fail(deps, site, error.reason)
    else if (isLastAttempt(site)) {
      deps.log.error({ err: error, siteId: site.id }, 'a site map could not be read')
      await fail(deps, site, 'damaged')
    } else {
      await siteMaps.release(deps.db.pool, deps.serverId(), { id: site.id, isCounted: true })
      throw error
    }
  }
}

/** Returns the pages that a site map and the site maps in it name. @throws NotIndexed */
async function pagesOf(deps: CheckingDeps, { url }: TakenSite, gone: AbortSignal): Promise<string[]> {
  const start = new URL(url)
  const waiting = [url]
  const found: URL[] = []
  const seen = new Set(waiting)
  for (let at = 0; at < waiting.length && found.length < MOST_LOCATIONS; at++) {
    if (at > 0)
      await pause(deps.addressLimits?.hostGapMs ?? ADDRESS_LIMITS.hostGapMs, undefined, { signal: gone })
    const { body } = await fetchPage(deps, waiting[at] ?? '', { signal: gone })
    const { isIndex, urls } = await locationsOf(await unpacked(body), MOST_LOCATIONS - found.length)
    if (!isIndex) found.push(...urls)
    for (const { href, host } of isIndex ? urls : [])
      if (host === start.host && !seen.has(href) && seen.size < MOST_MAPS) {
        seen.add(href)
        waiting.push(href)
      }
  }
  const pages = await allPagesAmong(found, start, { kind: 'sitemap' })
  if (pages.length === 0) throw new NotIndexed('no_pages')
  return pages
}

/** Returns the pages of a site among many addresses. */
async function allPagesAmong(
  urls: readonly URL[],
  start: URL,
  { kind }: Parameters<typeof pagesAmong>[2],
): Promise<string[]> {
  const pages = new Set<string>()
  for (let from = 0; from < urls.length; from += AT_ONCE) {
    for (const page of pagesAmong(urls.slice(from, from + AT_ONCE), start, { kind })) pages.add(page)
    await nextTurn()
  }
  return [...pages]
}

async function unpacked(body: Buffer): Promise<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body
  try {
    return await unpack(body, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    throw new NotIndexed('damaged', error)
  }
}

/** `pages` are those of the site map; undefined for a folder of pages. */
async function storePages(
  deps: CheckingDeps,
  site: TakenSite,
  pages: readonly string[] | undefined,
  asked: RequestedPages,
): Promise<void> {
  await settle(deps, site, async (client, refresh) => {
    const at = deps.clock.now()
    await storeAsked(client, site.id, { ...asked, at })
    const row = await store.find(client, site.id)
    const added = row ? await addPages(client, row, pages ?? asked.answering) : 0
    // The first pages of a site are no news.
    if (row?.checked && added > 0 && refresh !== 'none') await tellRefreshed(client, site.datasourceId)
    if (pages) {
      const stored = (await store.pagesOf(client, site.id)).map(({ url }) => url)
      await store.markGone(client, site.id, { listed: among(stored, pages), now: at })
    }
    await checking.storeChecked(client, site.id, {
      at,
      due: nextDue(refresh, at),
      failure: null,
      failures: 0,
    })
  })
}

async function fail(deps: CheckingDeps, site: TakenSite, failure: MediaReason): Promise<void> {
  await settle(deps, site, async (client, refresh) => {
    const at = deps.clock.now()
    const failures = site.failures + 1
    const due = dueAfterFailure(refresh, failures, at)
    await checking.storeChecked(client, site.id, { at, due, failure, failures })
  })
}

type Settling = (
  client: Parameters<typeof checking.lockTaken>[0],
  refresh: NonNullable<Awaited<ReturnType<typeof checking.lockTaken>>>,
) => Promise<void>

/** Stores an outcome, unless the site was removed meanwhile. */
async function settle(deps: CheckingDeps, { id, datasourceId }: TakenSite, work: Settling): Promise<void> {
  const settleTaken = async ({ client }: Changing) => {
    const refresh = await checking.lockTaken(client, id, deps.serverId())
    return refresh !== undefined && work(client, refresh)
  }
  await changeDatasource(deps, datasourceId, settleTaken, { ifGone: () => undefined })
}

/** Adds the pages that a fetched page links to, if it belongs to a folder of pages. */
async function addLinkedPages(
  { db, serverId }: Pick<CheckingDeps, 'db' | 'serverId'>,
  { id, status, siteId, datasourceId }: Pick<Taken, 'id' | 'status' | 'siteId' | 'datasourceId'>,
  { mimeType, body, validators }: Pick<Fetched, 'mimeType' | 'body' | 'validators'>,
): Promise<void> {
  if (siteId === null || mimeType !== 'text/html') return
  const site = await store.find(db.pool, siteId)
  if (site?.kind !== 'below') return
  const links = await linksOf(body.subarray(0, PAGE_BYTES).toString(), validators.url)
  const pages = await allPagesAmong(links, new URL(site.url), site)
  if (pages.length === 0) return
  const add = async ({ client }: Changing) => {
    // Meanwhile the site was removed, or the page was cancelled.
    const current = await store.find(client, siteId)
    if (!current || !(await lockTaken(client, { id, status }, serverId()))) return false
    return (await addPages(client, current, pages)) > 0
  }
  await changeDatasource({ db }, datasourceId, add, { ifGone: () => undefined })
}
