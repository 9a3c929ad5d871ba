import css from './avatar.module.css'

/** A person's initials, beside or instead of a name that is read aloud elsewhere. 22, 24 or 28 px. */
export function Avatar({
  firstName,
  lastName,
  size = 24,
}: {
  firstName: string
  lastName: string
  size?: 22 | 24 | 28
}) {
  // Drawn by the stylesheet: the name is what is read, spoken to and searched for.
  return (
    <span className={css.avatar} data-size={size} data-initials={initial(firstName) + initial(lastName)} />
  )
}

const initial = (name: string) => Array.from(name.trim())[0]?.toLocaleUpperCase() ?? ''
