import type { ReactNode } from 'react'
import css from './fold.module.css'
import { Icon } from './icon.tsx'

interface FoldProps {
  label: ReactNode
  /** Opens it; afterwards the user folds and unfolds it. */
  unfolded: boolean
  className?: string | undefined
  children: ReactNode
}

/** Fields that few people change, below a line that unfolds them. */
export function Fold({ label, unfolded, className = '', children }: FoldProps) {
  return (
    <details className={`${css.fold} ${className}`} open={unfolded}>
      <summary>
        <Icon name="chevron-right" size={14} />
        {label}
      </summary>
      {children}
    </details>
  )
}
