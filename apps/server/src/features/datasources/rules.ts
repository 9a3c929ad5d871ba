// Builds the response form of data sources. Pure.
import type { Datasource, DatasourceVectors, MediaItem } from '@polylogue/contract'
import { toSharesResponse, type Person } from '#access/index.ts'
import { labelsOfKind, type ItemFacts } from '#access/items/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { AddedDocument } from './documents.ts'
import type { datasources } from './table.ts'

/** Sums over the documents of a data source; `lastIndexed` in PostgreSQL's format. */
export interface DocumentFacts {
  readonly mediaCount: number
  readonly mediaWaiting: number
  readonly mediaFailed: number
  readonly chunks: number
  readonly size: number
  readonly languages: readonly string[]
  readonly lastIndexed: string | null
}

export type DatasourceFacts = ItemFacts<typeof datasources> & { readonly documents: DocumentFacts }

/** Fields that lists leave out. */
interface Parts {
  readonly media: readonly MediaItem[]
  readonly mediaEtag: string
  readonly vectors: DatasourceVectors | null
}

export function toDatasourceResponse(
  viewer: Person,
  confidentiality: Confidentiality,
  datasource: DatasourceFacts,
  { media, mediaEtag, vectors }: Parts = { media: [], mediaEtag: '', vectors: null },
): Datasource {
  const { id, uuid, name, summary, status, ownerId, useContextual, chunkSize, chunkOverlap } = datasource
  const { languages, lastIndexed, ...counts } = datasource.documents
  return {
    id,
    uuId: uuid,
    name,
    summary,
    status,
    label: datasource.label,
    localOnly: confidentiality.isLocalOnly(datasource.label),
    categories: labelsOfKind(datasource.labels, 'category'),
    tags: labelsOfKind(datasource.labels, 'tag'),
    assocContexts: toSharesResponse(viewer, datasource),
    context: { id: datasource.contextId, ownerContextId: datasource.ownerContextId },
    ownerId,
    ...counts,
    media: [...media],
    mediaEtag,
    useContextual,
    chunkSize,
    chunkOverlap,
    useVectors: datasource.useVectors,
    answersOnly: datasource.answersOnly,
    recognitionLanguages: datasource.recognitionLanguages,
    recognitionModelTagId: datasource.recognitionModelTagId,
    vectors,
    languages: [...languages],
    lastIndexed: lastIndexed === null ? null : new Date(lastIndexed).toISOString(),
    created: datasource.created.toISOString(),
    modified: datasource.modified.toISOString(),
  }
}

/** Names a list of documents. */
export const mediaEtagOf = (media: readonly AddedDocument[]): string =>
  String(Math.max(0, ...media.map(({ id }) => id)))

/**
 * Returns the documents that a list leaves out; undefined when it has others than the data source. `isStale`: somebody else
 * added some after the list was read. Own ones added since are kept. A list without `ifMedia` was read with the newest of the
 * documents that it keeps; one that keeps none replaces all.
 */
export function leftOut(
  known: readonly AddedDocument[],
  { keep, ifMedia }: { readonly keep: readonly number[]; readonly ifMedia: string | undefined },
  userId: number,
): { gone: number[] | undefined; isStale: boolean } {
  const kept = new Set(keep)
  const missing = known.filter(({ id }) => !kept.has(id))
  if (known.length - missing.length < kept.size) return { gone: undefined, isStale: false }
  const newest = Number(ifMedia ?? (keep.length > 0 ? Math.max(...keep) : Infinity))
  const later = missing.filter(({ id }) => id > newest)
  const isGone = ({ id }: AddedDocument) => ifMedia === undefined || id <= newest
  return {
    gone: missing.filter(isGone).map(({ id }) => id),
    isStale: later.some((media) => media.userId !== userId),
  }
}
