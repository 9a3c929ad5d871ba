import { useEffect, useState } from 'react'

/** Calls `act` when the browser is idle, or soon; returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari does not support `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 50)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: 500 })
  return () => cancelIdleCallback(request)
}

/** Returns whether the browser was idle at least once since the first render. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
