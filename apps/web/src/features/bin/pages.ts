import type { FeaturePage } from '#lib/feature-page.ts'

/** The recycle bin. */
export const binPages: readonly FeaturePage[] = [
  { path: 'bin', load: async () => (await import('./page.tsx')).binPage },
]
