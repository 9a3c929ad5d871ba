// What is known about a document, in words.
import type { MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS, hasEncoding } from '@polylogue/contract/browser'
import type { TFunction } from 'i18next'
import { encodingName } from './encodings.ts'

type Say = TFunction<readonly ['datasources', 'media']>

/** Whether its bytes are there, so that it can be opened and indexed. */
export const isComplete = ({ size, received }: MediaItem): boolean => received >= size

/** Whether its upload stopped, or goes on from another page. */
export const isUnfinished = (media: MediaItem): boolean =>
  !isComplete(media) && media.status === DATASOURCE_STATUS.pending

/** Whether it can be opened: an address has no bytes before it was fetched. */
export const canOpen = (media: MediaItem): boolean => isComplete(media) && media.size > 0

/** Whether it is a text whose encoding can be chosen. */
export const canReadAs = (media: MediaItem): boolean => canOpen(media) && hasEncoding(media.mime_type)

/** Whether it waits to be indexed or fetched, or is: that can be cancelled. */
export const isAtWork = (media: MediaItem, now: number): boolean =>
  isIndexing(media) || media.recognizing || isDue(media, now)

/** Whether it failed, or its last indexing or fetch did: it can be started again. A page that is gone cannot. */
export const hasFailed = (media: MediaItem, now: number): boolean =>
  isComplete(media) &&
  !isAtWork(media, now) &&
  (media.status === DATASOURCE_STATUS.failed || (media.lastFailure !== null && media.lastFailure !== 'gone'))

const isIndexing = (media: MediaItem): boolean =>
  media.status === DATASOURCE_STATUS.indexing ||
  (media.status === DATASOURCE_STATUS.pending && isComplete(media))

/** Whether it waits to be fetched again, or is fetched. */
export const isDue = ({ due }: { due: string | null }, now: number): boolean =>
  due !== null && Date.parse(due) <= now

/** Returns why a document failed, or what was left out of it; undefined when there is nothing to say. */
export function remarkOf(media: MediaItem, t: Say): string | undefined {
  if (media.reason !== null) return t(`media:reason.${media.reason}`)
  if (media.lastFailure !== null) {
    const reason = t(`media:reason.${media.lastFailure}`)
    return media.url === null ? t('media:kept', { reason }) : reason
  }
  if (isUnfinished(media)) return t('media:resumeText')
  if (media.recognizing) return t('media:recognizing')
  if (media.warnings.length === 0) return undefined
  return media.warnings
    .map(
      (warning) =>
        t(`media:warning.${nameOf(warning)}`, {
          ...valuesOf(warning),
          pages: ranges(warning.pages),
          reason: warning.reason ? t(`media:notSeen.${warning.reason}`) : '',
        }) + sureOf(warning, t),
    )
    .join(' ')
}

/** Names the text of a warning: what was read of a picture has no pages. */
export function nameOf({ code, pages }: Pick<MediaItem['warnings'][number], 'code' | 'pages'>) {
  if (pages.length > 0) return code
  return code === 'recognized' ? 'picture' : code === 'recognized_by_model' ? 'picture_by_model' : code
}

/** Returns how certain recognised text is; empty for other warnings. */
const sureOf = ({ confidence }: MediaItem['warnings'][number], t: Say): string =>
  confidence === undefined ? '' : ` ${t('media:confidence', { confidence })}`

/** Returns the values of the text of a warning. */
export function valuesOf({ pages, count, names = [], code }: MediaItem['warnings'][number]) {
  const shown = code === 'encoding_guessed' ? names.map(encodingName) : names
  return {
    // Documents that were read before pictures were counted have none.
    count: count ?? (Math.max(pages.length, names.length) || 1),
    names: shown.join(', '),
  }
}

/** Returns page numbers as ranges: 1–3, 7. */
export function ranges(pages: readonly number[]): string {
  const parts: [number, number][] = []
  for (const page of pages.toSorted((one, other) => one - other)) {
    const open = parts.at(-1)
    if (open && page <= open[1] + 1) open[1] = page
    else parts.push([page, page])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
