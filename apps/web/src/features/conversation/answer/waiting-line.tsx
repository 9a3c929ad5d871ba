import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import css from '../conversation.module.css'
import type { Waiting } from './waiting.ts'

/** Shows minutes from this many seconds on. */
const MINUTES_FROM = 90

/** Shows what the server does before the first token. */
export function WaitingLine({ waiting, model }: { waiting: Waiting; model: string }) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const about = (seconds: number) =>
    seconds < MINUTES_FROM
      ? t('wait.aboutSeconds', { seconds: format.number(seconds) })
      : t('wait.aboutMinutes', { minutes: format.number(Math.round(seconds / 60)) })
  const statusText = () => {
    switch (waiting.kind) {
      case 'sending':
        return t('wait.sending')
      case 'parked':
        return t('wait.parked')
      case 'queued': {
        const place = t('wait.queued', { count: waiting.ahead, ahead: format.number(waiting.ahead) })
        return waiting.seconds === undefined ? place : `${place}, ${about(waiting.seconds)}`
      }
      case 'limited':
        return t('wait.limited', { seconds: format.number(waiting.seconds) })
      case 'loading':
        return t('wait.loading', { model })
      case 'reading':
        if (waiting.progress !== undefined)
          return t('wait.readingPart', { model, part: format.percent(waiting.progress) })
        return waiting.seconds < 1
          ? t('wait.reading', { model })
          : t('wait.readingSeconds', { model, seconds: format.number(waiting.seconds) })
      case 'thinking':
        return t('wait.thinking', { model, seconds: format.number(waiting.seconds) })
    }
  }
  return (
    <div className={css.wait}>
      <p className={css.waitLine}>
        <Icon name="clock" />
        {statusText()}
      </p>
      {waiting.kind === 'queued' && <p className={css.waitHint}>{t('wait.leave')}</p>}
      {waiting.kind === 'loading' && <span className={css.waitBar} />}
    </div>
  )
}
