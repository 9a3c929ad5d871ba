import type { FeaturePage } from '../../lib/feature-page.ts'

/** Pages of this feature: the list, a set, and a run of it. */
export const goldenSetPages: readonly FeaturePage[] = [
  { path: 'goldensets', load: async () => (await import('./list-page.tsx')).goldenSetsPage },
  { path: 'goldensets/:id', load: async () => (await import('./set-page.tsx')).goldenSetPage },
  {
    path: 'goldensets/:id/runs/:runId',
    load: async () => (await import('./results/run-page.tsx')).goldenRunPage,
  },
]
