// Checks whether removed pages of a site answer again.
import { setTimeout as pause } from 'node:timers/promises'
import { ADDRESS_LIMITS, fetchPage, NotIndexed, type IndexingDeps } from '#features/media/index.ts'
import type { RequestedPages } from './removed-store.ts'

/** Pages that are requested each time; the others follow the next times, so that other work has its turn. */
const AT_ONCE = 20

/** Requests the first of these pages, and stops when the host does not answer. */
export async function askRemoved(
  deps: Pick<IndexingDeps, 'outbound' | 'maxBytes' | 'addressLimits'>,
  urls: readonly string[],
  gone: AbortSignal,
): Promise<RequestedPages> {
  const asked: string[] = []
  const answering: string[] = []
  for (const url of urls.slice(0, AT_ONCE)) {
    await pause(deps.addressLimits?.hostGapMs ?? ADDRESS_LIMITS.hostGapMs, undefined, { signal: gone })
    asked.push(url)
    try {
      await fetchPage(deps, url, { signal: gone })
      answering.push(url)
    } catch (error) {
      if (!(error instanceof NotIndexed)) throw error
      if (error.reason === 'unreachable') break
    }
  }
  return { asked, answering }
}
