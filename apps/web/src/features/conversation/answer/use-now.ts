import { useEffect, useState } from 'react'

/** Returns the time of the page, updated every `ms` while `needed`. */
export function useNow(needed: boolean, ms = 500): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (!needed) return undefined
    const tick = () => setNow(performance.now())
    tick()
    const timer = setInterval(tick, ms)
    return () => clearInterval(timer)
  }, [needed, ms])
  return now
}
