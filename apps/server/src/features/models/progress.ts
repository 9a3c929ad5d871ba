// Throttles progress updates to two writes a second.
import type { EngineProgress } from '#engines/engine.ts'
import { PAUSES } from '#platform/pauses.ts'

export interface ProgressWriter {
  /** Accepts the current progress; returns at once. */
  take(progress: EngineProgress): void
  /** Whether bytes arrived since it was opened. */
  readonly advanced: boolean
  /** Waits for the running write, and writes nothing more. */
  close(): Promise<void>
}

/** Creates a throttled writer. `write` gets the latest progress only, one call at a time; `failed` gets its errors. */
export function openProgress(
  write: (progress: EngineProgress) => Promise<void>,
  failed: (error: unknown) => void,
): ProgressWriter {
  let newest: EngineProgress | undefined
  let state: EngineProgress['state'] | undefined
  let first: number | undefined
  let advanced = false
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let closed = false
  const writeNewest = async () => {
    const progress = newest
    newest = undefined
    if (progress && !closed) await write(progress)
  }
  const now = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      if (newest) now()
    }, PAUSES.storedProgress)
    writing = writing.then(writeNewest).catch(failed)
  }
  return {
    take(progress) {
      first ??= progress.done
      advanced ||= progress.done > first
      newest = progress
      // A new state is written at once.
      if (!timer || progress.state !== state) now()
      state = progress.state
    },
    get advanced() {
      return advanced
    },
    async close() {
      clearTimeout(timer)
      closed = true
      await writing
    },
  }
}
