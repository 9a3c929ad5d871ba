import type { Message } from '@polylogue/contract'
import { MESSAGE_STATE } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import type { Run } from '#features/runs/index.ts'

/** Announces the progress and the end of an answer to screen readers, but never its text. */
export function Announcer({ runs, messages }: { runs: readonly Run[]; messages: readonly Message[] }) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const run = runs.at(-1)
  const [watched, setWatched] = useState<number | undefined>(undefined)
  if (run?.queryId !== undefined && run.queryId !== watched) setWatched(run.queryId)
  const ended = messages.find((message) => message.id === watched)
  const statusText = () => {
    if (run?.answer.phase === 'queued') {
      const ahead = run.answer.ahead ?? 0
      return t('wait.queued', { count: ahead, ahead: format.number(ahead) })
    }
    if (run) return t(`status.${stepOf(run)}`)
    if (ended?.state === MESSAGE_STATE.done) {
      const tokens = ended.numTokResponse
      return tokens === null
        ? t('status.complete')
        : t('status.completeTokens', { count: tokens, tokens: format.number(tokens) })
    }
    if (ended?.state === MESSAGE_STATE.aborted) return t('aborted')
    return ended?.state === MESSAGE_STATE.failed ? t('status.failed') : ''
  }
  return (
    <p className="sr" role="status">
      {statusText()}
    </p>
  )
}

/** Announces reasoning once, however many events it has. */
function stepOf({ answer }: Run): 'waiting' | 'reasoning' | 'writing' {
  if (answer.text !== '') return 'writing'
  return answer.reasoning === '' && answer.phase !== 'thinking' ? 'waiting' : 'reasoning'
}
