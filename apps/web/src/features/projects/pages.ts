import type { FeaturePage } from '../../lib/feature-page.ts'

/** All one's chats and projects. */
export const projectPages: readonly FeaturePage[] = [
  { path: 'projects', load: async () => (await import('./overview-page.ts')).overviewPage },
]
