import { useEffect, useState } from 'react'

/** Calls `act` once the browser has nothing else to do, or soon; returns what keeps it from that. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle time to ask for.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 50)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: 500 })
  return () => cancelIdleCallback(request)
}

/** Whether the browser had nothing else to do since this was drawn first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
