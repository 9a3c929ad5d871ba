import { useEffect, useState } from 'react'
import { daysBetween } from './days.ts'

const MINUTE = 60_000

/** The time of the last look at the clock: a page that stays open overnight knows that it is another day. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date())
  useEffect(() => {
    const look = () => setToday((last) => (daysBetween(last, new Date()) === 0 ? last : new Date()))
    const timer = setInterval(look, MINUTE)
    return () => clearInterval(timer)
  }, [])
  return today
}
