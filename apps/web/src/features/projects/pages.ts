import type { FeaturePage } from '#lib/feature-page.ts'

/** Pages of this feature: the overview of chats and projects. */
export const projectPages: readonly FeaturePage[] = [
  { path: 'projects', load: async () => (await import('./overview/project-overview.tsx')).overviewPage },
]
