import { Avatar } from '../../../ui/avatar.tsx'
import { usePicture, type Pictured } from './picture.ts'

interface UserAvatarProps {
  /** Undefined while the person is not known: then its place is kept. */
  person: (Pictured & { firstName: string; lastName: string }) | undefined
  size?: 22 | 24 | 28 | 40 | 160
}

/** A person's picture, or initials while there is none. Beside or instead of a name that is read aloud elsewhere. */
export function UserAvatar({ person, size = 24 }: UserAvatarProps) {
  const src = usePicture(person)
  return (
    <Avatar firstName={person?.firstName ?? ''} lastName={person?.lastName ?? ''} size={size} src={src} />
  )
}
