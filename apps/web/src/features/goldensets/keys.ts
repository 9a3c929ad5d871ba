import { itemKeys } from '#features/items/keys.ts'

/** Query keys of this feature. */
export const goldenSetKeys = {
  ...itemKeys('goldensets'),
  runs: (id: number) => ['goldensets', 'runs', id] as const,
  run: (id: number, runId: number) => ['goldensets', 'runs', id, runId] as const,
  results: (id: number, runId: number) => ['goldensets', 'runs', id, runId, 'results'] as const,
  scorecards: ['goldensets', 'scorecards'] as const,
  /** Not below `all`: a refetch would draw another pair. */
  pair: (runId: number, number: number) => ['goldenset-pair', runId, number] as const,
}
