import type { FeaturePage } from '#lib/feature-page.ts'

/** The list of plugins. The page of one plugin shows other features: app/pages/plugin-page.tsx. */
export const pluginPages: readonly FeaturePage[] = [
  { path: 'plugins', load: async () => (await import('./page.tsx')).pluginsPage },
]
