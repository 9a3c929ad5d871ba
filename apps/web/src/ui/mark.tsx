import css from './mark.module.css'

/** The product's mark and name. `large` is the size of the sign-in page. */
export function Mark({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span className={css.mark} data-large={large || undefined}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="5" className={css.ground} />
        <path d="M5 6.25h7M8 10h7M5 13.75h4.5" className={css.lines} />
      </svg>
      {name}
    </span>
  )
}
