import type { FeaturePage } from '#lib/feature-page.ts'

/** The page of one's bookmarks. */
export const bookmarkPages: readonly FeaturePage[] = [
  { path: 'users/me/bookmarks', load: async () => (await import('./page/page.tsx')).bookmarksPage },
]
