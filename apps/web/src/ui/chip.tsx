import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './chip.module.css'

/** A word about a thing. plain: a ground · line: a frame · warn: leaves the house, or is not as usual. */
export function Chip({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'line' | 'warn' | 'bad'
  children: ReactNode
}) {
  return <span className={`${css.chip} ${css[kind]}`}>{children}</span>
}

/** A chip that leads to the thing. */
export function LinkChip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={`${css.chip} ${css.line} ${css.link}`}>
      {children}
    </Link>
  )
}
