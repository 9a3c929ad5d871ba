import { itemKeys } from '#features/items/keys.ts'

/** Query keys of this feature. Texts and answers to test questions have their own: they are large, and live events do not refetch them. */
export const datasourceKeys = {
  ...itemKeys('datasources'),
  labels: ['datasource-labels'] as const,
  vectorModel: ['datasources', 'vector-model'] as const,
  // Below `all`, so that live events refetch them.
  sites: (id: number) => ['datasources', 'sites', id] as const,
  questions: (id: number) => ['datasources', 'questions', id] as const,
  runs: (id: number) => ['datasources', 'runs', id] as const,
  unanswered: (id: number) => ['datasources', 'unanswered', id] as const,
  switchedOff: (id: number) => ['datasources', 'switched-off', id] as const,
  /** The questions that the user has reported. */
  told: (id: number) => ['datasource-told', id] as const,
  preview: (mediaId: number) => ['datasource-preview', mediaId] as const,
  original: (mediaId: number, size: number) => ['datasource-original', mediaId, size] as const,
  // Passages change when a document is indexed, and when people switch some off or write notes.
  text: (mediaId: number, indexed: string | null, edition: number) =>
    ['datasource-text', mediaId, indexed, edition] as const,
  passages: (id: number) => ['datasource-passages', id] as const,
}
