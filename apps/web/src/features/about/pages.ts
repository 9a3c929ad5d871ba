import type { FeaturePage } from '../../lib/feature-page.ts'

/** What this installation is: name, version, licence, models. */
export const aboutPages: readonly FeaturePage[] = [
  { path: 'about', load: async () => (await import('./about-page.ts')).aboutPage },
]
