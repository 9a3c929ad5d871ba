import { Avatar } from '#ui/avatar.tsx'
import { usePicture, type Pictured } from './picture.ts'

interface UserAvatarProps {
  /** Undefined while loading: the space is reserved. */
  person: (Pictured & { firstName: string; lastName: string }) | undefined
  size?: 22 | 24 | 28 | 40 | 160
}

/** A user's picture, or initials without one. Decorative: the name must be available to screen readers nearby. */
export function UserAvatar({ person, size = 24 }: UserAvatarProps) {
  const src = usePicture(person)
  return (
    <Avatar firstName={person?.firstName ?? ''} lastName={person?.lastName ?? ''} size={size} src={src} />
  )
}
