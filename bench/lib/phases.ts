// The processor time of an answer's beginning, of a token and of its end, each measured while nothing else happens: beginnings and
// ends with answers of two tokens and a long pause between them, tokens with long answers after all have begun and before one ends.
// What is left of a whole run without its beginnings and ends is no token's price: those share more with others in such a run.
import { setTimeout as sleep } from 'node:timers/promises'
import { processUse } from './figures.ts'
import { runLoad, type Progress, type Target } from './load.ts'

/** What follows a beginning or an end is done this soon. */
const FOLLOWS_MS = 1_000
/** The beginnings may take so much longer than they are asked. */
const LATE_MS = 4_000
const LOOK_MS = 20
/** Tokens are counted for so long. */
const STREAMING_MS = 4_000

/** The name of a model with two tokens that pauses until all answers have begun within `rampMs` and what follows is done. */
export const pausingModel = (rampMs: number): string =>
  `mock?tokens=2&rate=${(1_000 / (rampMs + LATE_MS + FOLLOWS_MS)).toFixed(3)}`

/** The tokens of an answer that still streams when all that begin within `rampMs` have begun and tokens were counted. */
export const tokensOfLong = (rampMs: number, rate: number): number =>
  Math.ceil(((rampMs + LATE_MS + FOLLOWS_MS + STREAMING_MS) / 1_000) * rate)

/** The name of a model of such answers. */
export const longModel = (rampMs: number, rate: number): string =>
  `mock?tokens=${tokensOfLong(rampMs, rate)}&rate=${rate}`

export interface Costs {
  /** Milliseconds, with the first token. */
  readonly begin: number
  /** Microseconds. */
  readonly token: number
  /** Milliseconds, with the last token. */
  readonly end: number
}

interface Measured {
  readonly pid: number
  readonly streams: number
  readonly rampMs: number
}

/** Measures beginnings and ends with `pausing`, tokens with `long`, whose answers have `tokens`. */
export async function costsOf(
  measured: Measured,
  { pausing, long, tokens }: { pausing: Target; long: Target; tokens: number },
): Promise<Costs> {
  const token = await tokenOf(measured, long, tokens)
  return { ...(await edgesOf(measured, pausing)), token }
}

const secondsOf = (pid: number) => processUse(pid).cpuSeconds

async function untilBegun(progress: Progress, streams: number): Promise<void> {
  while (progress.begun < streams && progress.ended === 0) await sleep(LOOK_MS)
  if (progress.ended === 0) await sleep(FOLLOWS_MS)
  if (progress.ended > 0) throw new Error('answers ended before all had begun')
}

async function edgesOf({ pid, streams, rampMs }: Measured, pausing: Target): Promise<Omit<Costs, 'token'>> {
  const progress: Progress = { begun: 0, ended: 0, tokens: 0 }
  const from = secondsOf(pid)
  const load = runLoad(pausing, { streams, rampMs, expect: 2 }, progress)
  await untilBegun(progress, streams)
  const begun = secondsOf(pid)
  // The idle time between does not count.
  let quiet = begun
  while (progress.ended === 0) {
    quiet = secondsOf(pid)
    await sleep(LOOK_MS)
  }
  await load
  await sleep(FOLLOWS_MS)
  return { begin: ((begun - from) * 1_000) / streams, end: ((secondsOf(pid) - quiet) * 1_000) / streams }
}

async function tokenOf({ pid, streams, rampMs }: Measured, long: Target, expect: number): Promise<number> {
  const progress: Progress = { begun: 0, ended: 0, tokens: 0 }
  const load = runLoad(long, { streams, rampMs, expect }, progress)
  await untilBegun(progress, streams)
  const [seconds, tokens] = [secondsOf(pid), progress.tokens]
  await sleep(STREAMING_MS)
  const token = ((secondsOf(pid) - seconds) * 1e6) / (progress.tokens - tokens)
  if (progress.ended > 0) throw new Error('answers ended while their tokens were counted')
  await load
  await sleep(FOLLOWS_MS)
  return token
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
