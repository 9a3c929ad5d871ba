// Builds the response form of data sources. Pure.
import type { Datasource, DatasourceVectors, MediaItem } from '@polylogue/contract'
import { toSharesResponse, type Person } from '../../access/index.ts'
import { labelsOfKind, type ItemFacts } from '../../access/items/index.ts'
import type { Confidentiality } from '../confidentiality/index.ts'
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
  readonly vectors: DatasourceVectors | null
}

export function toDatasourceResponse(
  viewer: Person,
  confidentiality: Confidentiality,
  datasource: DatasourceFacts,
  { media, vectors }: Parts = { media: [], vectors: null },
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
    useContextual,
    chunkSize,
    chunkOverlap,
    useVectors: datasource.useVectors,
    vectors,
    languages: [...languages],
    lastIndexed: lastIndexed === null ? null : new Date(lastIndexed).toISOString(),
    created: datasource.created.toISOString(),
    modified: datasource.modified.toISOString(),
  }
}
