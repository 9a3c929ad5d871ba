// Begins work on something that changes when its changes pause, because each change would begin it again.
import { PAUSES } from '../pauses.ts'

export interface WhenQuiet {
  /** Begins the work after a pause without further changes. */
  changed(id: number): void
  /** Begins nothing any more. */
  close(): void
}

/** `mostMs`: the longest time that changes delay the work; default unlimited. */
export function openWhenQuiet(
  begin: (id: number) => void,
  { quietMs = PAUSES.quiet, mostMs = Infinity }: { readonly quietMs?: number; readonly mostMs?: number } = {},
): WhenQuiet {
  const waiting = new Map<number, { readonly timer: NodeJS.Timeout; readonly since: number }>()
  let isClosed = false
  return {
    changed(id) {
      if (isClosed) return
      const { timer: before, since = performance.now() } = waiting.get(id) ?? {}
      clearTimeout(before)
      const quiet = () => {
        waiting.delete(id)
        begin(id)
      }
      const ms = Math.max(0, Math.min(quietMs, since + mostMs - performance.now()))
      waiting.set(id, { timer: setTimeout(quiet, ms).unref(), since })
    },
    close() {
      isClosed = true
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
