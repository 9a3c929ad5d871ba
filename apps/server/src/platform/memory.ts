// What V8 gives back of the process's memory when there is little to do (decision 32).
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So long after the last answer nobody is taken to ask. */
const QUIET_MS = 600_000

export interface Collector {
  /** Whether memory given back at rest is worth compiling again what used it. */
  favourMemory(favoured: boolean): void
  /** Collects all garbage now, which holds up everything for some tens of milliseconds. */
  collect(): void
}

/** V8's own. */
export function v8Collector(): Collector {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return {
    favourMemory: (favoured) =>
      setFlagsFromString(favoured ? '--memory-reducer-favors-memory' : '--no-memory-reducer-favors-memory'),
    collect,
  }
}

/**
 * Keeps the code of answers compiled while people ask: the function is called when one begins. Ten minutes after the last began
 * the garbage is collected, and memory counts more again.
 */
export function keepWhileUsed({ favourMemory, collect }: Collector): () => void {
  let quiet: NodeJS.Timeout | undefined
  const rest = () => {
    quiet = undefined
    favourMemory(true)
    collect()
  }
  return () => {
    if (quiet) return void quiet.refresh()
    favourMemory(false)
    quiet = setTimeout(rest, QUIET_MS).unref()
  }
}
