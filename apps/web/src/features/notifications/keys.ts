/** Query keys of this feature. */
export const notificationKeys = {
  all: ['notifications'] as const,
  unread: ['notifications', 'unread'] as const,
  pages: ['notifications', 'pages'] as const,
  page: (shown: string) => ['notifications', 'pages', shown] as const,
}
