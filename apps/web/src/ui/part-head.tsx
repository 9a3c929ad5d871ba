import type { ReactNode } from 'react'
import css from './part-head.module.css'

interface PartHeadProps {
  title: string
  level: 2 | 3
  /** Shown at the end. */
  children?: ReactNode
}

/** The heading of a part of a page or card. */
export function PartHead({ title, level, children }: PartHeadProps) {
  const Heading = `h${level}` as const
  return (
    <div className={css.head}>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
