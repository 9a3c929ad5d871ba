export { PhotoBox } from './photo-box.tsx'
export { UserAvatar } from './user-avatar.tsx'
