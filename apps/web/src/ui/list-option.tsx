import { useEffect, useRef, type ReactNode } from 'react'

interface ListOptionProps {
  /** The field names it as its active descendant. */
  id: string
  /** Whether it is the one that the field's keys choose; it is scrolled into view. */
  active: boolean
  className: string | undefined
  onChoose: () => void
  children: ReactNode
}

/** An option of a listbox whose field keeps the focus and handles the keys. */
export function ListOption({ id, active, className, onChoose, children }: ListOptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={className}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
    >
      {children}
    </div>
  )
}
