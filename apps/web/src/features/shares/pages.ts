import type { FeaturePage } from '#lib/feature-page.ts'

/** The page of one's own share links. */
export const sharePages: readonly FeaturePage[] = [
  { path: 'users/me/shares', load: async () => (await import('./manage/own-shares-page.tsx')).ownSharesPage },
]
