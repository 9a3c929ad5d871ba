import { useEffect, useState } from 'react'

/** Returns the time, which moves on every half minute: what is due is shown as such. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
