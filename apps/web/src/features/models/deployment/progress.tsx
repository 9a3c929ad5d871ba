import type { Deployment, ModelTag } from '@polylogue/contract'
import { useEffect, useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { secondsLeft } from './state.ts'
import css from './progress.module.css'

interface DeploymentProgressProps {
  tag: ModelTag
  deployment: Deployment
  /** Whether the state is shown with the name of the tag. */
  named?: boolean
}

/** Progress of a tag: state, amount done, and a bar. */
export function DeploymentProgress({ tag, deployment, named = false }: DeploymentProgressProps) {
  const { t } = useTranslation('model-management')
  const { state, percent } = deployment
  const what = t(`states.${state}`)
  const word = named ? t('ofTag', { what, tag: tag.name }) : what
  const amount = useAmount(deployment)
  return (
    <span className={css.progress}>
      <span className={css.progressWords}>
        <span>{word}</span>
        <span className={css.amount}>{amount}</span>
      </span>
      <span
        className={css.bar}
        role="progressbar"
        aria-label={t('progressOf', { what, tag: tag.fullName })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={amount || undefined}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
      >
        <span style={{ width: `${percent ?? 0}%` }} />
      </span>
    </span>
  )
}

/** The amount done and the estimated remaining time; the elapsed time while there is no estimate. */
function useAmount({ state, done, total, percent, began }: Deployment): string {
  const { t } = useTranslation('model-management')
  const format = useFormat()
  const now = useSeconds()
  const [seen, setSeen] = useState({ at: now, done, state })
  // Restarts the measurement on a new state or a restarted download.
  if (seen.state !== state || done < seen.done) setSeen({ at: now, done, state })
  if (state === 'waiting') return ''
  if (total > 0 && percent !== null) {
    const left = secondsLeft(seen, { at: now, done, total })
    const of = { done: format.size(done), total: format.size(total), percent: format.number(percent) }
    if (state !== 'fetching' || left === undefined) return t('amount', of)
    return left < 90
      ? t('amountSeconds', { ...of, number: format.number(left) })
      : t('amountMinutes', { ...of, number: format.number(Math.round(left / 60)) })
  }
  if (began === null) return ''
  const passed = Math.max(0, Math.round((now - Date.parse(began)) / 1_000))
  return t('passed', { number: format.number(passed) })
}

/** Returns the current time, updated once a second. */
function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
