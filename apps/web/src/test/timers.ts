/** Ends the timers that still run, and gives Node's own back. */
type End = () => void

/** Knows every timer that is started from now on, also those that repeat. */
export function knowTimers(): End {
  const { setTimeout: once, setInterval: again } = globalThis
  const running = new Set<NodeJS.Timeout>()
  const known =
    (start: typeof once | typeof again) =>
    (act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer = start(() => {
        if (start === once) running.delete(timer)
        act(...given)
      }, ms)
      running.add(timer)
      return timer
    }
  globalThis.setTimeout = Object.assign(known(once), once)
  globalThis.setInterval = Object.assign(known(again), again)
  return () => {
    Object.assign(globalThis, { setTimeout: once, setInterval: again })
    // Node ends both kinds with either call.
    for (const timer of running) clearTimeout(timer)
  }
}
