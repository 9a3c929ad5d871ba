import { useMemo } from 'react'
import { useTranslation } from '../../../lib/texts.ts'
import { scrollBox } from '../../../ui/scroll-box.ts'
import css from './form.module.css'
import { compactDiff, wordDiff } from './word-diff.ts'

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const

/** Shows how a text changed, word by word. */
export function DiffView({ label, before, after }: { label: string; before: string; after: string }) {
  const { t } = useTranslation('prompts')
  const parts = useMemo(() => compactDiff(wordDiff(before, after)), [before, after])
  if (before === after) return <p className={css.same}>{t('sameText')}</p>
  return (
    <div {...scrollBox(label, 'region')} className={css.diff} dir="auto">
      {parts.map(({ kind, text }, at) => {
        const Tag = TAGS[kind]
        return <Tag key={at}>{text}</Tag>
      })}
    </div>
  )
}
