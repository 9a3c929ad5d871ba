// How long a process has worked: on a busy machine, it waits for the processor most of the time (decision 182).
import { readFile } from 'node:fs/promises'

/** Milliseconds of the unit in which Linux counts. */
const TICK_MS = 10
/** Pause before a process is looked at again that has worked less than it may. */
const LOOK_MS = 100

/**
 * Calls `end` when a process has worked for `limitMs` or, if that is not known, when this time is over; at the latest after
 * `patience` times as long.
 */
export function watchTime(
  pid: number | undefined,
  limitMs: number,
  patience: number,
  end: () => void,
): { stop(): void } {
  const begun = performance.now()
  const before = patience > 1 ? workedMs(pid) : Promise.resolve(undefined)
  let isOver = false
  const look = async () => {
    const [first, now] = await Promise.all([before, patience > 1 ? workedMs(pid) : undefined])
    if (isOver) return
    const worked = first === undefined || now === undefined ? limitMs : now - first
    const left = Math.min(limitMs - worked, limitMs * patience - (performance.now() - begun))
    if (left <= 0) return end()
    timer = setTimeout(() => void look(), Math.max(left, LOOK_MS))
  }
  let timer = setTimeout(() => void look(), limitMs)
  return {
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** Returns the processor time of a process; undefined if it has ended, and on systems without this file. */
async function workedMs(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined) return undefined
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name of the program, in brackets, may have blanks. Fields 14 and 15 are its time and that of the system for it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isFinite(ticks) ? ticks * TICK_MS : undefined
}
