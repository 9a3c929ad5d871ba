export { NotificationBell } from './bell.tsx'
export { PushPlace } from './push-place.tsx'
export { useIsNew, useUnread } from './use-unread.ts'
