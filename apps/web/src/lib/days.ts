import { useEffect, useState } from 'react'

/** Returns the whole calendar days from `earlier` to `later`, in local time. */
export function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000)
}

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
