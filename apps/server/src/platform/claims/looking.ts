// Looks for work that waits in the database: of one kind, by each process.
import { PAUSES } from '../pauses.ts'
import { asProcess } from '../sender.ts'

interface LookingOptions {
  /** Looks for work once, and begins what it finds. Called again if somebody woke it meanwhile. */
  look(): Promise<void>
  /** Called with a failure, and the milliseconds until it looks again. */
  failed(error: unknown, ms: number): void
  /** The pause after so many failures before this one; default constant. */
  pauseMs?(failures: number): number
  /** Aborts when the process ends. */
  readonly ending: AbortSignal
}

export interface Looking {
  /** Looks from now on when it is woken. */
  start(): void
  /** Looks for work. `again` ends the pause after a failure. */
  wake(again?: boolean): void
  /** Pauses after a failure, of looking or of the work that it found. */
  failed(error: unknown): void
  /** Begins to count failures again. */
  succeeded(): void
  /** Waits for the end of the last look. Abort `ending` before. */
  close(): Promise<void>
}

export function openLooking({ look, failed, pauseMs = () => PAUSES.retry, ending }: LookingOptions): Looking {
  let isStarted = false
  let isWoken = false
  let working: Promise<void> | undefined
  let pause: NodeJS.Timeout | undefined
  let failures = 0

  const work = async () => {
    while (isWoken && !ending.aborted) {
      isWoken = false
      await look()
    }
  }
  const endPause = () => {
    clearTimeout(pause)
    pause = undefined
  }
  const wake = (again = false) => {
    isWoken = true
    if (again) endPause()
    if (working || !isStarted || pause || ending.aborted) return
    working = asProcess(work)
      .catch(fail)
      .finally(() => {
        working = undefined
        if (isWoken) wake()
      })
  }
  const fail = (error: unknown) => {
    if (ending.aborted) return
    isWoken = true
    const ms = pauseMs(failures++)
    failed(error, ms)
    pause ??= setTimeout(() => wake(true), ms).unref()
  }

  return {
    start: () => void (isStarted = true),
    wake,
    failed: fail,
    succeeded: () => void (failures = 0),
    async close() {
      endPause()
      await working
    },
  }
}
