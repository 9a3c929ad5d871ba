// An import that runs or has ended, and what is said about it.
import type { Project } from '@polylogue/contract'
import { useEffect, useRef } from 'react'
import { useNotices } from '#lib/notices.ts'
import { isLookedAt } from '#lib/seen-end.ts'
import { useTranslation } from '#lib/texts.ts'

export interface Importing {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Imported chats with those that were here already, and the total. */
  done: number
  total: number
  /** How many of them were here already. */
  known: number
  /** Whether each becomes a chat of its own. */
  separately: boolean
  /** The new project or projects; of separate chats the first. */
  projects: readonly Pick<Project, 'id' | 'name'>[]
  split: number
  cut: number
  /** Pictures that the server does not take. */
  refused: number
  /** Why it stopped early. */
  reason: string
}

/** Returns a function that says how far an import is, or how it ended. */
export function useResultText(): (importing: Importing) => string {
  const { t } = useTranslation('import')
  return ({ state, done, total, known, separately, reason }) => {
    if (state === 'running') return t('importing', { done, total })
    if (state === 'cancelled') return t('cancelled', { done, total })
    if (state === 'failed') return t('failedAfter', { done, total, reason })
    if (known === total) return t('allKnown', { count: total })
    return t(separately ? 'doneSeparately' : 'done', { count: done - known })
  }
}

/**
 * Returns a function that tells the end of an import in a notice, unless the dialog is open and shows it. It returns whether the
 * person saw the end there.
 */
export function useEndNotice(opened: boolean): (ended: Importing) => boolean {
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
    if (isSeen.current) return isLookedAt()
    const isDone = ended.state === 'done'
    notices.show({
      kind: isDone ? 'done' : ended.state === 'failed' ? 'failure' : 'warning',
      sticky: !isDone,
      title: t(isDone ? 'ended.done' : 'ended.stopped'),
      text: resultText(ended),
    })
    return false
  }
}
