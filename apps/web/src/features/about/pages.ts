import type { FeaturePage } from '#lib/feature-page.ts'

/** The About page: name, version, licence and models of this installation. */
export const aboutPages: readonly FeaturePage[] = [
  { path: 'about', load: async () => (await import('./about.tsx')).aboutPage },
]
