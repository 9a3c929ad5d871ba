import type { FeaturePage } from '#lib/feature-page.ts'

/** Pages of this feature: the list, and one prompt, where search results lead to. */
export const promptPages: readonly FeaturePage[] = [
  { path: 'prompts/:id?', load: async () => (await import('./page.tsx')).promptPage },
]
