import type { Datasource, DatasourceSite, MediaItem } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import type { Server } from './server.ts'
import { USER_ID } from './user.ts'

const SOME_TIME = '2026-01-05T08:00:00.000Z'

/** Returns a data source of Anna that is ready. */
export function datasourceOf(some: Partial<Datasource> = {}): Datasource {
  const media = some.media ?? []
  return {
    id: 9,
    uuId: '00000000-0000-4000-8000-000000000009',
    name: 'Handbook',
    summary: '',
    status: 2,
    label: '',
    localOnly: false,
    categories: [],
    tags: [],
    assocContexts: [{ contextId: 11, hasReadAccess: true, hasWriteAccess: true, hasAdminAccess: true }],
    context: { id: 90, ownerContextId: 11 },
    ownerId: USER_ID,
    mediaCount: media.length,
    mediaWaiting: 0,
    mediaFailed: 0,
    media,
    mediaEtag: '1',
    useContextual: true,
    chunkSize: 256,
    chunkOverlap: 32,
    useVectors: true,
    vectors: null,
    answersOnly: false,
    recognitionLanguages: [],
    recognitionModelTagId: 0,
    chunks: 12,
    size: 4_000,
    languages: [],
    lastIndexed: SOME_TIME,
    created: SOME_TIME,
    modified: SOME_TIME,
    ...some,
  }
}

/** Returns a text file of the data source that is ready. */
export const mediaOf = (id: number, name: string, some: Partial<MediaItem> = {}): MediaItem => ({
  media_id: id,
  datasourceId: 9,
  name,
  mime_type: 'text/plain',
  size: 400,
  received: 400,
  url: null,
  siteId: null,
  refresh: 'none',
  encoding: null,
  due: null,
  checked: null,
  changed: null,
  lastFailure: null,
  status: 2,
  reason: null,
  warnings: [],
  recognizing: false,
  pages: null,
  characters: 400,
  chunks: 3,
  language: 'en',
  created: SOME_TIME,
  indexed: SOME_TIME,
  edition: 0,
  ...some,
})

/** Returns a site map of the data source that was fetched. */
export const siteOf = (some: Partial<DatasourceSite> = {}): DatasourceSite => ({
  id: 5,
  datasourceId: 9,
  kind: 'sitemap',
  url: 'https://nowhere.invalid/sitemap.xml',
  limit: 500,
  refresh: 'daily',
  due: null,
  checked: SOME_TIME,
  lastFailure: null,
  created: SOME_TIME,
  ...some,
})

/** Answers what the forms of data sources ask: labels, models and the embedding model, of which there are none. */
export const withForms = (server: Server): Server =>
  server
    .answer(contract.datasources.labels, { DatasourceLabels: [] })
    .answer(contract.labels.categories, { Categories: [] }, { page: 1, limit: 100, total: 0 })
    .answer(contract.labels.tags, { Tags: [] }, { page: 1, limit: 100, total: 0 })
    .answer(contract.models.list, { Models: [] })
    .answer(contract.vectors.get, { vectorModel: null })
    .answer(contract.sites.list, { sites: [] })
