import type { ReactNode } from 'react'
import css from './panel-list.module.css'

/** Lays out the rows of a list: in columns where there is room, in one in the side panel and on small screens. */
export function ItemList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={css.items} aria-label={label}>
      {children}
    </ul>
  )
}
