// Times of notifications, relative to now.
import { useEffect, useState } from 'react'
import { daysBetween } from '#lib/days.ts'
import { formatIn } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'

const MINUTE = 60_000

/** Returns the time, renewed every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface Times {
  /** “2 min”, “07:58”, “Yesterday”, “Mon”, “19 Nov”. */
  short(at: string): string
  /** The heading of its day. */
  day(at: string): string
  /** Below that heading. */
  ofDay(at: string): string
}

/** Returns functions that write a time, which are renewed every minute. */
export function useTimes(): Times {
  const { t, i18n } = useTranslation('notifications')
  const now = useNow()
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const format = formatIn(i18n.language, now)
  const weekday = (at: string, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday: style }).format(new Date(at))
  const minutesAgo = (at: string): string | undefined => {
    const minutes = Math.floor((now.getTime() - new Date(at).getTime()) / MINUTE)
    if (minutes < 1) return t('now')
    if (minutes >= 60) return undefined
    const units = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
    return units.format(minutes).replace(/mins$/, 'min')
  }
  return {
    short(at) {
      const days = daysBetween(new Date(at), now)
      return minutesAgo(at) ?? (days > 1 && days < 7 ? weekday(at, 'short') : format.moment(at))
    },
    day(at) {
      const days = daysBetween(new Date(at), now)
      if (days <= 0) return t('today')
      if (days === 1) return t('yesterday')
      return days < 7 ? weekday(at, 'long') : format.day(at)
    },
    ofDay: (at) => minutesAgo(at) ?? format.time(at),
  }
}
