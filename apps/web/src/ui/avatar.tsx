import css from './avatar.module.css'

interface AvatarProps {
  firstName: string
  lastName: string
  /** In pixels. */
  size?: 22 | 24 | 28 | 40 | 160
  /** The address of a picture; initials while there is none. */
  src?: string | undefined
}

/** A person's picture or initials, beside or instead of a name that is read aloud elsewhere. */
export function Avatar({ firstName, lastName, size = 24, src }: AvatarProps) {
  if (src) return <img className={css.avatar} data-size={size} src={src} alt="" draggable={false} />
  // Drawn by the stylesheet: the name is what is read, spoken to and searched for.
  return (
    <span className={css.avatar} data-size={size} data-initials={initial(firstName) + initial(lastName)} />
  )
}

const initial = (name: string) => Array.from(name.trim())[0]?.toLocaleUpperCase() ?? ''
