import { useId, type ReactNode } from 'react'
import css from './page-section.module.css'

interface SectionProps {
  title: string
  count?: string | undefined
  /** At the end of the heading's line. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a page, below its heading on a line. */
export function Section({ title, count, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={css.count}>{count}</span>}
        <span className="sp" />
        {action}
      </div>
      {children}
    </section>
  )
}
