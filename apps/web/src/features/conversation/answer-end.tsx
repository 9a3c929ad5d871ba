// How an answer ended, where that is not simply its last word.
import type { Message } from '@polylogue/contract'
import { ApiProblem } from '../../lib/api.ts'
import { MESSAGE_STATE } from '@polylogue/contract/stream'
import { useFormat } from '../../lib/format.ts'
import { useTell } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/states.tsx'
import css from './conversation.module.css'
import type { AskAgain } from './use-ask-again.ts'

export function AnswerEnd({
  message,
  canWrite,
  onAgain,
}: {
  message: Message
  canWrite: boolean
  onAgain: AskAgain
}) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  if (message.state === MESSAGE_STATE.failed)
    return <Failed message={message} canWrite={canWrite} onAgain={onAgain} />
  if (message.state === MESSAGE_STATE.aborted) {
    const seconds = format.number((message.overallResponseTime ?? 0) / 1_000, 1)
    return (
      <p className={css.stopped}>
        {message.overallResponseTime === null ? t('stopped') : t('stoppedAfter', { seconds })}
      </p>
    )
  }
  const remarks = remarksOf(message)
  if (remarks.length === 0) return null
  return (
    <p className={css.stopped}>{remarks.map((remark) => t(remark.key, { count: remark.count })).join(' ')}</p>
  )
}

function Failed({ message, canWrite, onAgain }: { message: Message; canWrite: boolean; onAgain: AskAgain }) {
  const { t } = useTranslation('conversation')
  const tell = useTell()
  const code = (message.errorCode ?? 'ENGINE_FAILED') as ApiProblem['code']
  const { sentence } = tell(
    new ApiProblem(0, code, message.errorMessage ?? ''),
    !message.responseText && !message.reasoningText,
  )
  return (
    <div className={css.failed}>
      <Problem
        action={
          canWrite ? (
            <Button size="small" onClick={() => void onAgain(message, message.queryText)}>
              {t('tryAgain')}
            </Button>
          ) : undefined
        }
      >
        {sentence}
      </Problem>
    </div>
  )
}

/** What the figures of an answer tell its reader: that it was cut, and what of the conversation it did not see. */
function remarksOf({ statistics }: Message): { key: 'cutAtLength' | 'historyDropped'; count: number }[] {
  const values = new Map(statistics.map(({ key, value }) => [key, value]))
  const dropped = Number(values.get('historyDropped') ?? 0)
  return [
    ...(values.get('endReason') === 'length' ? [{ key: 'cutAtLength' as const, count: 1 }] : []),
    ...(dropped > 0 ? [{ key: 'historyDropped' as const, count: dropped }] : []),
  ]
}
