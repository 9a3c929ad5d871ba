import { useEffect, useState } from 'react'
import { daysBetween } from './days.ts'

const MINUTE = 60_000

/** Returns a date that is renewed when the day changes, for pages that stay open overnight. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date())
  useEffect(() => {
    const look = () => setToday((last) => (daysBetween(last, new Date()) === 0 ? last : new Date()))
    const timer = setInterval(look, MINUTE)
    return () => clearInterval(timer)
  }, [])
  return today
}
