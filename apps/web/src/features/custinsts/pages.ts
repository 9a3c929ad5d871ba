import type { FeaturePage } from '#lib/feature-page.ts'

/** Pages of this feature: the list, where search results lead to. */
export const custInstPages: readonly FeaturePage[] = [
  { path: 'custinsts/:id?', load: async () => (await import('./page.tsx')).custInstPage },
]
