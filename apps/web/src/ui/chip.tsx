import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './chip.module.css'

/** A label of an item. plain: filled · line: outlined · warn: sends data to a third party, or unusual. */
export function Chip({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'line' | 'warn' | 'bad'
  children: ReactNode
}) {
  return <span className={`${css.chip} ${css[kind]}`}>{children}</span>
}

/** A chip that links to the item. */
export function LinkChip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={`${css.chip} ${css.line} ${css.link}`}>
      {children}
    </Link>
  )
}

/** A chip that opens a page of the product in a new window; `label` is its accessible name. */
export function WindowChip({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
      className={`${css.chip} ${css.line} ${css.link}`}
    >
      {children}
    </a>
  )
}
