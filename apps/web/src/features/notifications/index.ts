export { NotificationBell } from './bell.tsx'
export { PushPlace } from './push-place.tsx'
export { useUnread } from './use-unread.ts'
