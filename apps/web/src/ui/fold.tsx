import { useEffect, useRef, type ReactNode } from 'react'
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
  const details = useRef<HTMLDetailsElement>(null)
  // Nothing folds it but the user: its fields may have the focus.
  useEffect(() => {
    if (unfolded && details.current) details.current.open = true
  }, [unfolded])
  return (
    <details ref={details} className={`${css.fold} ${className}`}>
      <summary>
        <Icon name="chevron-right" size={14} />
        {label}
      </summary>
      {children}
    </details>
  )
}
