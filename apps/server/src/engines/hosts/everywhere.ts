// Runs work on every host in parallel and sums its progress.
import { EngineError, type Engine, type EngineErrorCode, type EngineProgress } from '../engine.ts'
import type { Host } from './host.ts'

export interface Everywhere {
  readonly hosts: readonly Host[]
  readonly signal: AbortSignal
  /** Error codes that are ignored as long as another host succeeds. */
  readonly forgiven: readonly EngineErrorCode[]
  /** Called for every failure. */
  failed(host: Host, error: EngineError): void
}

type Step =
  | { readonly host: Host; readonly progress: EngineProgress | undefined }
  | { readonly host: Host; readonly error: Error }

/** Waits for all hosts before it throws the error of one, so that one full disk does not stop the others. */
export async function* progressEverywhere(
  work: Everywhere,
  open: (engine: Engine, signal: AbortSignal) => AsyncIterable<EngineProgress>,
): AsyncGenerator<EngineProgress> {
  const { hosts, signal } = work
  const left = new AbortController()
  const both = AbortSignal.any([signal, left.signal])
  const iterators = hosts.map((host) => open(host.engine, both)[Symbol.asyncIterator]())
  const steps = new Map(hosts.map((host, i) => [host, stepOf(host, iterators[i])]))
  const last = new Map<Host, EngineProgress>()
  const failures: EngineError[] = []
  try {
    while (steps.size > 0) {
      const step = await Promise.race(steps.values())
      const { host } = step
      steps.delete(host)
      if ('error' in step) failures.push(failureOf(work, host, step.error))
      else if (step.progress) {
        last.set(host, step.progress)
        steps.set(host, stepOf(host, iterators[hosts.indexOf(host)]))
        yield summed(last, steps)
      }
    }
  } finally {
    // Leaving the loop early aborts the work on all hosts.
    left.abort()
    await Promise.all(steps.values())
  }
  throwUnforgiven(work, failures)
}

/** Like progressEverywhere, for work without progress. */
export async function doEverywhere(work: Everywhere, act: (engine: Engine) => Promise<void>): Promise<void> {
  const failures: EngineError[] = []
  const acts = work.hosts.map(async (host) => {
    try {
      await act(host.engine)
    } catch (error) {
      failures.push(failureOf(work, host, asError(error)))
    }
  })
  await Promise.all(acts)
  throwUnforgiven(work, failures)
}

async function stepOf(host: Host, iterator: AsyncIterator<EngineProgress> | undefined): Promise<Step> {
  try {
    const result = await iterator?.next()
    return { host, progress: result?.done === false ? result.value : undefined }
  } catch (error) {
    return { host, error: asError(error) }
  }
}

/** Throws the reason of an abort, and any defect. */
function failureOf(work: Everywhere, host: Host, error: Error): EngineError {
  work.signal.throwIfAborted()
  if (!(error instanceof EngineError)) throw error
  work.failed(host, error)
  return error
}

function throwUnforgiven({ hosts, forgiven }: Everywhere, failures: readonly EngineError[]): void {
  const all = failures.length === hosts.length
  const first = failures.find(({ code }) => !forgiven.includes(code)) ?? (all ? failures[0] : undefined)
  if (first) throw first
}

const ORDER = ['fetching', 'checking', 'loading', 'ready'] as const

/** Returns the progress of the slowest host. */
function summed(
  last: ReadonlyMap<Host, EngineProgress>,
  running: ReadonlyMap<Host, unknown>,
): EngineProgress {
  const all = [...last]
  const states = all.filter(([host]) => running.has(host)).map(([, { state }]) => state)
  return {
    state: ORDER.find((state) => states.includes(state)) ?? 'ready',
    done: all.reduce((sum, [, { done }]) => sum + done, 0),
    total: all.reduce((sum, [, { total }]) => sum + total, 0),
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
