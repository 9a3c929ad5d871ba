// The processor time of an answer's beginning, of a token and of its end, apart. Beginnings and ends are measured with answers
// of two tokens and a long pause between them, so that no other work runs meanwhile. While answers begin, a streamed token costs
// more than while all stream, so that its price cannot be subtracted.
import { setTimeout as sleep } from 'node:timers/promises'
import { processUse } from './figures.ts'
import { runLoad, type Progress, type Target } from './load.ts'

/** What follows a beginning or an end is done this soon. */
const FOLLOWS_MS = 1_000
/** The beginnings may take so much longer than they are asked. */
const LATE_MS = 4_000
const LOOK_MS = 20

/** The name of a model with two tokens that pauses until all answers have begun within `rampMs` and what follows is done. */
export const pausingModel = (rampMs: number): string =>
  `mock?tokens=2&rate=${(1_000 / (rampMs + LATE_MS + FOLLOWS_MS)).toFixed(3)}`

export interface Costs {
  /** Milliseconds, with the first token. */
  readonly begin: number
  /** Microseconds. */
  readonly token: number
  /** Milliseconds, with the last token. */
  readonly end: number
}

/** Measures beginnings and ends; `whole` is a load of as many streams, whose other processor time is that of its tokens. */
export async function costsOf(
  pid: number,
  pausing: Target,
  { streams, rampMs }: { streams: number; rampMs: number },
  whole: { seconds: number; tokens: number },
): Promise<Costs> {
  const progress: Progress = { begun: 0, ended: 0, tokens: 0 }
  const seconds = () => processUse(pid).cpuSeconds
  const from = seconds()
  const load = runLoad(pausing, { streams, rampMs, expect: 2 }, progress)
  while (progress.begun < streams && progress.ended === 0) await sleep(LOOK_MS)
  if (progress.ended === 0) await sleep(FOLLOWS_MS)
  if (progress.ended > 0) throw new Error('answers ended before all had begun')
  const begun = seconds()
  // The idle time between does not count.
  let quiet = begun
  while (progress.ended === 0) {
    quiet = seconds()
    await sleep(LOOK_MS)
  }
  await load
  await sleep(FOLLOWS_MS)
  const [begin, end] = [begun - from, seconds() - quiet]
  return {
    begin: (begin * 1_000) / streams,
    token: ((whole.seconds - begin - end) * 1e6) / (whole.tokens - 2 * streams),
    end: (end * 1_000) / streams,
  }
}

/** Returns the medians and all values as text. */
export function medianOf(costs: readonly Costs[]): string {
  const show = (name: keyof Costs, unit: string, digits: number) => {
    const all = costs.map((one) => one[name]).sort((a, b) => a - b)
    const middle = all[Math.floor(all.length / 2)] ?? 0
    return `${name} ${middle.toFixed(digits)} ${unit} (${all.map((one) => one.toFixed(digits)).join(', ')})`
  }
  return [show('begin', 'ms', 2), show('token', 'µs', 1), show('end', 'ms', 2)].join('; ')
}
