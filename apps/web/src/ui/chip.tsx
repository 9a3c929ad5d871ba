import type { ReactNode } from 'react'
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
