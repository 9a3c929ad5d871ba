export { NotificationBell } from './bell.tsx'
export { PushPlace } from './push-place.tsx'
export { NewMark } from './new-mark.tsx'
export { useIsNew, useUnread } from './use-unread.ts'
