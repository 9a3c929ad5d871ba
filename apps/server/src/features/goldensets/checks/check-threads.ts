import { Worker } from 'node:worker_threads'
import type { Check, Outcome } from '@polylogue/contract'
import type { Checkable, PlainCheck } from './check.ts'
import { unclear } from './outcomes.ts'

export type { Checkable } from './check.ts'

export interface Checking {
  /** Returns an outcome for each check, in order; a judge's is unclear until it is asked. Never rejects. */
  check(checks: readonly Check[], answer: Checkable): Promise<Outcome[]>
  close(): Promise<void>
}

/** Milliseconds for one check. */
const LIMIT_MS = 3_000
/** Milliseconds for the start of the thread, which takes seconds on a busy machine. */
const START_MS = 30_000
/** Milliseconds without a check after which the thread is ended. */
const IDLE_MS = 10_000

const entry = new URL(`./check-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

interface CheckThread {
  readonly worker: Worker
  /** Resolves with undefined when it did not start. */
  readonly isReady: Promise<true | undefined>
}

/**
 * Checks answers one after the other in a thread, which is started when needed.
 * @param options.limitMs milliseconds for one check
 * @param options.thread the file of the thread
 */
export function openChecking({ limitMs = LIMIT_MS, thread = entry } = {}): Checking {
  let running: CheckThread | undefined
  let last = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    const ended = running
    running = undefined
    await ended?.worker.terminate()
  }
  const run = async (check: PlainCheck, answer: Checkable): Promise<Outcome> => {
    const { worker, isReady } = (running ??= start(thread))
    const outcome = (await isReady) && (await messageFrom<Outcome>(worker, limitMs, { check, answer }))
    if (outcome === undefined) await end()
    return outcome ?? unclear('CHECK_TOO_SLOW')
  }
  const inOrder = (check: PlainCheck, answer: Checkable): Promise<Outcome> => {
    clearTimeout(idle)
    const outcome = last.then(() => run(check, answer))
    last = outcome.then(() => {
      clearTimeout(idle)
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    })
    return outcome
  }
  return {
    check: (checks, answer) =>
      Promise.all(
        checks.map(async (check) =>
          check.kind === 'judge' ? unclear('JUDGE_WAITING') : inOrder(check, answer),
        ),
      ),
    async close() {
      await last
      await end()
    },
  }
}

function start(thread: URL): CheckThread {
  const worker = new Worker(thread, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 128 } })
  return { worker, isReady: messageFrom<true>(worker, START_MS) }
}

/** Returns the next message; undefined when it took too long or the thread ended, for example for want of memory. */
function messageFrom<T>(worker: Worker, limitMs: number, task?: object): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>()
  const none = () => resolve(undefined)
  const timer = setTimeout(none, limitMs)
  worker.once('message', resolve).once('error', none).once('exit', none)
  if (task) worker.postMessage(task)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', none).off('exit', none)
  })
}
