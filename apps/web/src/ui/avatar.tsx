import css from './avatar.module.css'

interface AvatarProps {
  firstName: string
  lastName: string
  /** In pixels. */
  size?: 22 | 24 | 28 | 40 | 160
  /** URL of a picture; without one the initials are shown. */
  src?: string | undefined
}

/** Shows a user's picture or initials; hidden from screen readers, because the name is next to it. */
export function Avatar({ firstName, lastName, size = 24, src }: AvatarProps) {
  if (src) return <img className={css.avatar} data-size={size} src={src} alt="" draggable={false} />
  // The initials are drawn by CSS, so that screen readers and the browser's search find only the name.
  return (
    <span className={css.avatar} data-size={size} data-initials={initial(firstName) + initial(lastName)} />
  )
}

const initial = (name: string) => Array.from(name.trim())[0]?.toLocaleUpperCase() ?? ''
