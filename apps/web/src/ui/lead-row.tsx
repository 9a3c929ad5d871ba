import type { ReactNode } from 'react'
import css from './lead-row.module.css'

/** The head of a page: one sentence about its purpose, and next to it the actions for the whole page. */
export function LeadRow({ lead, children }: { lead: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.row}>
      <div className={css.lead}>{lead}</div>
      {children}
    </div>
  )
}
