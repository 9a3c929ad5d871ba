import type { SystemEngine } from '@polylogue/contract'
import { useFormat, type Format } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface SystemTexts extends Format {
  /** 14 s, 6 min, 2 h, 3 d */
  duration(ms: number): string
  /** 12 d 4 h */
  uptime(ms: number): string
  /** A kind of background work; an unknown one as the server calls it. */
  work(kind: string): string
  /** Why answers failed; an unknown reason as its code. */
  reason(code: string): string
  /** “2 × key rejected, 1 × no answer in time” */
  reasons(failures: SystemEngine['failures']): string
}

/** Returns the words of the page. */
export function useWords(): SystemTexts {
  const { t, i18n } = useTranslation('system')
  const format = useFormat()
  const known = (key: string, otherwise: string): string =>
    i18n.find(i18n.language, 'system', key) ?? otherwise
  const duration = (ms: number) => {
    if (ms < MINUTE) return t('duration.seconds', { number: format.number(Math.floor(ms / SECOND)) })
    if (ms < HOUR) return t('duration.minutes', { number: format.number(Math.floor(ms / MINUTE)) })
    if (ms < 2 * DAY) return t('duration.hours', { number: format.number(Math.floor(ms / HOUR)) })
    return t('duration.days', { number: format.number(Math.floor(ms / DAY)) })
  }
  const reason = (code: string) => known(`reasons.${code}`, code)
  return {
    ...format,
    duration,
    uptime: (ms) =>
      ms < DAY
        ? duration(ms)
        : `${t('duration.days', { number: format.number(Math.floor(ms / DAY)) })} ${t('duration.hours', { number: format.number(Math.floor((ms % DAY) / HOUR)) })}`,
    work: (kind) => known(`work.${kind.replaceAll('.', ' ')}`, kind),
    reason,
    reasons: (failures) =>
      failures.map(({ code, count }) => `${format.number(count)} × ${reason(code)}`).join(', '),
  }
}
