import { useMemo } from 'react'
import css from './diff-view.module.css'
import { scrollBox } from './scroll-box.ts'
import { compactDiff, wordDiff } from './word-diff.ts'

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const

interface DiffViewProps {
  /** Accessible name. */
  label: string
  before: string
  after: string
  /** Shown if both texts are the same. */
  same: string
}

/** Shows how two texts differ, word by word. */
export function DiffView({ label, before, after, same }: DiffViewProps) {
  const parts = useMemo(() => compactDiff(wordDiff(before, after)), [before, after])
  if (before === after) return <p className={css.same}>{same}</p>
  return (
    <div {...scrollBox(label, 'region')} className={css.diff} dir="auto">
      {parts.map(({ kind, text }, at) => {
        const Tag = TAGS[kind]
        return <Tag key={at}>{text}</Tag>
      })}
    </div>
  )
}
