import type { FeaturePage } from '#lib/feature-page.ts'

/** The page of one's notifications. */
export const notificationPages: readonly FeaturePage[] = [
  { path: 'notifications', load: async () => (await import('./page/page.tsx')).notificationsPage },
]
