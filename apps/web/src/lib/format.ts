// Formats numbers and times in the interface's language. Units follow a non-breaking space.
import { daysBetween, useToday } from './days.ts'
import { useTranslation } from './texts.ts'

export interface Format {
  /** 1,284,500 */
  number(value: number, digits?: number): string
  /** 40 %, from a part of 1 */
  percent(part: number): string
  /** 48.2 kB, from bytes */
  size(bytes: number): string
  /** 09:41 */
  time(when: string | Date): string
  /** 9 Nov, or 9 Nov 2025 in another year */
  day(when: string | Date): string
  /** 09:41 today, “Yesterday”, else the day */
  moment(when: string | Date): string
  /** 9 November 2026, 09:41 */
  full(when: string | Date): string
}

const STEPS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/**
 * Caches formatters: creating one costs as much as a hundred formatted numbers, and a long chat needs thousands. Not of a page:
 * they depend on the locale only.
 */
const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

function once<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F): F {
  const known = made.get(key) as F | undefined
  if (known) return known
  const format = make()
  made.set(key, format)
  return format
}

const dates = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once(`${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
const numbers = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once(`${locale} number ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))

/** Returns the formatters of a language, with times relative to `now`. */
export function formatIn(language: string, now: Date): Format {
  // "en" alone means US English; this product writes 9 Nov and 09:41, as in its other languages.
  const locale = language === 'en' ? 'en-GB' : language
  const clock = dates(locale, { hour: '2-digit', minute: '2-digit' })
  const dayOf = (date: Date) => {
    const sameYear = date.getFullYear() === now.getFullYear()
    const year = sameYear ? {} : { year: 'numeric' as const }
    return dates(locale, { day: 'numeric', month: 'short', ...year }).format(date)
  }
  return {
    number: (value, digits = 0) =>
      numbers(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
    percent: (part) => numbers(locale, { style: 'percent' }).format(part),
    size(bytes) {
      const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), STEPS.length - 1)
      const unit = STEPS[step] ?? 'byte'
      const digits = step === 0 ? 0 : 1
      const unitDisplay = step === 0 ? 'long' : 'short'
      const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits } as const
      return numbers(locale, options)
        .format(bytes / 1000 ** step)
        .replace(' ', '\u00a0')
    },
    time: (when) => clock.format(new Date(when)),
    day: (when) => dayOf(new Date(when)),
    moment(when) {
      const date = new Date(when)
      const ago = daysBetween(date, now)
      if (ago === 0) return clock.format(date)
      if (ago === 1)
        return capital(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day'), locale)
      return dayOf(date)
    },
    full: (when) => dates(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(when)),
  }
}

const capital = (text: string, locale: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

/** Returns the formatters of the interface's language. */
export function useFormat(): Format {
  const { i18n } = useTranslation()
  return formatIn(i18n.language, useToday())
}
