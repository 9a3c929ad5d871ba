// How far something is, written down at most twice a second however often it is told.
import type { EngineProgress } from '../../engines/engine.ts'

const EVERY_MS = 500

export interface ProgressWriter {
  /** Takes how far it is now; returns at once. */
  take(progress: EngineProgress): void
  /** Whether bytes came since it was opened. */
  readonly advanced: boolean
  /** Waits for what is being written, and writes nothing more. */
  close(): Promise<void>
}

/** Opens a writer. `write` is called with the newest only, one after the other; `failed` hears what went wrong. */
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
    }, EVERY_MS)
    writing = writing.then(writeNewest).catch(failed)
  }
  return {
    take(progress) {
      first ??= progress.done
      advanced ||= progress.done > first
      newest = progress
      // Another word for what goes on is told at once.
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
