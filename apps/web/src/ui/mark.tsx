import { useConfig } from '#lib/config.ts'
import css from './mark.module.css'

const SCHEMES = ['light', 'dark'] as const

/** The product's mark, or the logo of the installation, and the name. `large` is the size of the sign-in page. */
export function Mark({ name, large = false }: { name: string; large?: boolean }) {
  const { logo } = useConfig().branding
  return (
    <span className={css.mark} data-large={large || undefined}>
      {logo.light ? (
        // The one that is not shown is not loaded.
        SCHEMES.map((scheme) => (
          <img key={scheme} src={logo[scheme]} alt="" loading="lazy" data-only={scheme} />
        ))
      ) : (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <rect width="20" height="20" rx="5" className={css.ground} />
          <path d="M5 6.25h7M8 10h7M5 13.75h4.5" className={css.lines} />
        </svg>
      )}
      {name}
    </span>
  )
}
