export { NotificationBell } from './bell.tsx'
export { useUnread } from './use-unread.ts'
