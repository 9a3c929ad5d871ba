import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import css from '../conversation.module.css'
import { reasoningTimeOf } from '../message-actions/index.ts'
import type { Version } from '../versions/turns.ts'
import { thoughtSeconds } from './waiting.ts'

interface AnswerHeadProps {
  version: Version
  now: number
  unfolded: boolean
  /** Undefined if there is no reasoning to show. */
  onFold: (() => void) | undefined
}

/** Shows the model, its tag, the time of the question, and the collapsed reasoning. */
export function AnswerHead({ version, now, unfolded, onFold }: AnswerHeadProps) {
  const format = useFormat()
  const { message, run } = version
  const model = message?.modelName ?? run?.asked?.modelName ?? ''
  const asked = message?.created ?? new Date(performance.timeOrigin + (run?.began ?? 0)).toISOString()
  const tag = message?.modelTagName ?? run?.asked?.modelTagName ?? ''
  return (
    <header className={css.head}>
      {model && <b>{model}</b>}
      {tag && <span className={css.tag}>{tag}</span>}
      <time className={css.time} dateTime={asked} title={format.full(asked)}>
        {format.moment(asked)}
      </time>
      {onFold && <ReasoningStep version={version} now={now} unfolded={unfolded} onFold={onFold} />}
    </header>
  )
}

function ReasoningStep({ version, now, unfolded, onFold }: AnswerHeadProps & { onFold: () => void }) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const seconds = version.run ? thoughtSeconds(version.run, now) : storedSeconds(version)
  return (
    <button type="button" className={css.step} aria-expanded={unfolded} onClick={onFold}>
      <Icon name="chevron-right" size={14} />
      {seconds === undefined ? t('reasoning') : t('reasoningSeconds', { seconds: format.number(seconds) })}
    </button>
  )
}

/** Returns the reasoning time that the server stored; it is still available after a reload. */
function storedSeconds({ message }: Version): number | undefined {
  const time = message && reasoningTimeOf(message)
  return time === undefined ? undefined : Math.max(1, Math.round(time / 1_000))
}

/** Shows the reasoning of a model as plain text, without Markdown. */
export function Reasoning({ text }: { text: string }) {
  return (
    <p className={css.reasoning} dir="auto">
      {text.trim()}
    </p>
  )
}
