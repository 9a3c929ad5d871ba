// An import that runs or has ended, and what is said about it.
import type { Project } from '@polylogue/contract'
import { useEffect, useRef } from 'react'
import { useNotices } from '../../lib/notices.ts'
import { useTranslation } from '../../lib/texts.ts'

export interface Importing {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Imported tabs, and the total. */
  done: number
  total: number
  projects: readonly Pick<Project, 'id' | 'name'>[]
  split: number
  cut: number
  /** Why it stopped early. */
  reason: string
}

/** Returns a function that says how far an import is, or how it ended. */
export function useResultText(): (importing: Importing) => string {
  const { t } = useTranslation('import')
  return ({ state, done, total, reason }) => {
    if (state === 'running') return t('importing', { done, total })
    if (state === 'cancelled') return t('cancelled', { done, total })
    return state === 'done' ? t('done', { count: done }) : t('failedAfter', { done, total, reason })
  }
}

/** Returns a function that tells the end of an import in a notice, unless the dialog is open and shows it. */
export function useEndNotice(opened: boolean): (ended: Importing) => void {
  const { t } = useTranslation('import')
  const notices = useNotices()
  const resultText = useResultText()
  const isSeen = useRef(opened)
  useEffect(() => {
    isSeen.current = opened
    return () => {
      isSeen.current = false
    }
  }, [opened])
  return (ended) => {
    if (isSeen.current) return
    const isDone = ended.state === 'done'
    notices.show({
      kind: isDone ? 'done' : ended.state === 'failed' ? 'failure' : 'warning',
      sticky: !isDone,
      title: t(isDone ? 'ended.done' : 'ended.stopped'),
      text: resultText(ended),
    })
  }
}
