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
  recognitionLanguages: [],
  recognitionModelTagId: 0,
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
  recognitionLanguages: [...datasource.recognitionLanguages],
  recognitionModelTagId: datasource.recognitionModelTagId,
})

/** Whether the user has entered anything. */
export const isTyped = (values: DatasourceValues): boolean => JSON.stringify(values) !== JSON.stringify(EMPTY)

/** Whether saving makes the server index all documents again. */
export const cutsAnew = (values: DatasourceValues, stored: DatasourceValues): boolean =>
  values.chunkSize !== stored.chunkSize ||
  values.chunkOverlap !== stored.chunkOverlap ||
  values.useContextual !== stored.useContextual

/** Whether saving makes the server read scans again. */
export const readsScansAnew = (values: DatasourceValues, stored: DatasourceValues): boolean =>
  values.recognitionModelTagId !== stored.recognitionModelTagId ||
  values.recognitionLanguages.join() !== stored.recognitionLanguages.join()

/** Returns the languages after one was ticked or unticked, in the order of the installation; empty for those of the installation. */
export function toggledLanguages(
  chosen: readonly string[],
  { used, installed }: { readonly used: readonly string[]; readonly installed: readonly string[] },
  language: string,
): string[] {
  const now = new Set(chosen.length > 0 ? chosen : used)
  if (!now.delete(language)) now.add(language)
  const next = [...new Set([...installed, ...now])].filter((one) => now.has(one))
  return next.join() === used.join() ? [] : next
}

/** Whether two versions have the same values, so that a change of one does not concern the other. */
export const hasSameValues = (one: Datasource, other: Datasource): boolean =>
  JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other))
