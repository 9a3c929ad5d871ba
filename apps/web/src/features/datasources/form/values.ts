// The values of the form. Pure.
import type { Datasource } from '@polylogue/contract'
import { CHUNK_OVERLAP, CHUNK_SIZE } from '@polylogue/contract/browser'
import type { DatasourceValues } from '../api.ts'

export const EMPTY: DatasourceValues = {
  name: '',
  summary: '',
  label: '',
  categories: [],
  tags: [],
  useContextual: true,
  chunkSize: CHUNK_SIZE.default,
  chunkOverlap: CHUNK_OVERLAP.default,
  useVectors: true,
  answersOnly: false,
}

export const valuesOf = (datasource: Datasource): DatasourceValues => ({
  name: datasource.name,
  summary: datasource.summary,
  label: datasource.label,
  categories: datasource.categories.map(({ id }) => id),
  tags: datasource.tags.map(({ id }) => id),
  useContextual: datasource.useContextual,
  chunkSize: datasource.chunkSize,
  chunkOverlap: datasource.chunkOverlap,
  useVectors: datasource.useVectors,
  answersOnly: datasource.answersOnly,
})

/** Whether the user has entered anything. */
export const isTyped = (values: DatasourceValues): boolean => JSON.stringify(values) !== JSON.stringify(EMPTY)

/** Whether saving makes the server index all documents again. */
export const cutsAnew = (values: DatasourceValues, stored: DatasourceValues): boolean =>
  values.chunkSize !== stored.chunkSize ||
  values.chunkOverlap !== stored.chunkOverlap ||
  values.useContextual !== stored.useContextual

/** Whether two versions have the same values, so that a change of one does not concern the other. */
export const hasSameValues = (one: Datasource, other: Datasource): boolean =>
  JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other))
