import type { FeaturePage } from '#lib/feature-page.ts'

/** The page of statistics. */
export const usagePages: readonly FeaturePage[] = [
  { path: 'stats', load: async () => (await import('./stats/page.tsx')).statsPage },
]
