import type { ButtonHTMLAttributes, Ref } from 'react'
import { PageIcon, type PageIconName } from './page-icons.tsx'
import css from './shared-page.module.css'

interface BarButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> {
  icon: PageIconName
  label: string
  /** Shows the icon only; on a phone every button does. */
  bare?: boolean
  /** Has a chevron: it opens a menu. */
  opens?: boolean
  ref?: Ref<HTMLButtonElement> | undefined
}

/** A button of the bar: icon and words, on a phone the icon alone. */
export function BarButton({ icon, label, bare = false, opens = false, ...rest }: BarButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={css.barButton}
      data-bare={bare || undefined}
      aria-label={label}
      title={label}
    >
      <PageIcon name={icon} />
      {!bare && <span className={css.wide}>{label}</span>}
      {opens && (
        <span className={css.wide}>
          <PageIcon name="chevron-down" size={14} />
        </span>
      )}
    </button>
  )
}
