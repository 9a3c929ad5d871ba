// Shows how an answer ended, unless it ended normally.
import type { Message } from '@polylogue/contract'
import { MESSAGE_STATE } from '@polylogue/contract/browser'
import { ApiProblem } from '#lib/api.ts'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { findModel, findTag, useModels, type ModelChoice } from '#features/models/index.ts'
import css from '../conversation.module.css'
import {
  type AskAgain,
  mayRetry,
  refusalOf,
  type Remark,
  remarksOf,
  retryAt,
} from '../message-actions/index.ts'
import { useNow } from './use-now.ts'

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
  const remarks = remarksOf(message)
  const said = ({ key, count, ...figures }: Remark) =>
    t(key, {
      count,
      ...('used' in figures && { used: format.number(figures.used), whole: format.number(figures.whole) }),
    })
  const wasStopped = message.state === MESSAGE_STATE.aborted
  if (!wasStopped && remarks.length === 0) return null
  const seconds = format.number((message.overallResponseTime ?? 0) / 1_000, 1)
  const stopped = message.overallResponseTime === null ? t('stopped') : t('stoppedAfter', { seconds })
  const wasCut = wasStopped || remarks.some(({ key }) => key === 'cutAtLength')
  return (
    <p className={css.stopped}>
      {wasStopped ? stopped : remarks.map(said).join(' ')}
      {canWrite && wasCut && <Continue message={message} onAgain={onAgain} />}
    </p>
  )
}

/** Continues from the partial text with the same model, if its engine supports it. */
function Continue({ message, onAgain }: { message: Message; onAgain: AskAgain }) {
  const { t } = useTranslation('conversation')
  const { data: models } = useModels()
  const model: ModelChoice = { modelId: message.modelId, modelTagId: message.modelTagId }
  const can = findModel(models, model.modelId)?.canContinue && findTag(models, model)?.deployed
  if (!can || message.responseText === '') return null
  return (
    <Button size="small" onClick={() => void onAgain(message, message.queryText, { model, continues: true })}>
      {t('continue')}
    </Button>
  )
}

function Failed({ message, canWrite, onAgain }: { message: Message; canWrite: boolean; onAgain: AskAgain }) {
  const { t } = useTranslation('conversation')
  const errorMessage = useErrorMessage()
  const code = (message.errorCode ?? 'ENGINE_FAILED') as ApiProblem['code']
  const retryAfter = useSecondsLeft(message)
  const reason = refusalOf(message)
  const { sentence } = errorMessage(
    new ApiProblem(0, code, message.errorMessage ?? '', retryAfter === undefined ? {} : { retryAfter }),
    !message.responseText && !message.reasoningText,
  )
  return (
    <div className={css.failed}>
      <Problem
        action={
          canWrite && mayRetry(message) ? (
            <Button size="small" onClick={() => void onAgain(message, message.queryText)}>
              {t('tryAgain')}
            </Button>
          ) : undefined
        }
      >
        {sentence}
        {reason !== undefined && ` ${t('serverSays', { reason })}`}
      </Problem>
    </div>
  )
}

/** Counts down the retry delay of the engine; undefined if the engine sent none. */
function useSecondsLeft(message: Message): number | undefined {
  const until = retryAt(message)
  const leftAt = (now: number) =>
    until === undefined ? 0 : Math.max(0, Math.ceil((until - performance.timeOrigin - now) / 1_000))
  const shown = useNow(false)
  const left = leftAt(useNow(leftAt(shown) > 0, 1_000))
  return until === undefined ? undefined : left
}
