import type { FeaturePage } from '#lib/feature-page.ts'

const views = () => import('./views.ts')

/** Pages of this feature: the list, a set, and a run of it. */
export const goldenSetPages: readonly FeaturePage[] = [
  { path: 'goldensets', load: async () => (await views()).goldenSetsPage },
  { path: 'goldensets/:id', load: async () => (await views()).goldenSetPage },
  { path: 'goldensets/:id/runs/:runId', load: async () => (await views()).goldenRunPage },
]
