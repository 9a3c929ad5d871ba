import type { ReactNode } from 'react'
import css from './lead-row.module.css'

/** The head of a page: one sentence of what it is for, and beside it what can be done with the whole. */
export function LeadRow({ lead, children }: { lead: ReactNode; children: ReactNode }) {
  return (
    <div className={css.row}>
      <p className={css.lead}>{lead}</p>
      {children}
    </div>
  )
}
