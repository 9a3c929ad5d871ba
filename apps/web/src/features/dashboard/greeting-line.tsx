import { useEffect, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import css from './dashboard.module.css'
import { greetedName, greetingAt } from './greeting.ts'

const MINUTE = 60_000

/** Greets by the time of day; updates while the page stays open. */
export function Greeting({ firstName }: { firstName: string }) {
  const { t, i18n } = useTranslation('dashboard')
  const now = useMinute()
  const name = greetedName(firstName)
  const greeting = greetingAt(now.getHours())
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(now)
  return (
    <div className={css.greeting}>
      <h2>{name ? t(`greetings.${greeting}`, { name }) : t(`greetingsAlone.${greeting}`)}</h2>
      <p>{date}</p>
    </div>
  )
}

/** Returns the current time, rounded down to the minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
