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

/** Milliseconds for one check, the start of its thread included. */
const LIMIT_MS = 3_000
/** Milliseconds without a check after which the thread is ended. */
const IDLE_MS = 10_000

const entry = new URL(`./check-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/** Checks answers one after the other in a thread, which is started when needed. */
export function openChecking(): Checking {
  let worker: Worker | undefined
  let last = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  const run = async (check: PlainCheck, answer: Checkable): Promise<Outcome> => {
    worker ??= new Worker(entry, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 128 } })
    const outcome = await outcomeFrom(worker, { check, answer })
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

/** Returns the outcome; undefined when it took too long or the thread ended, for example for want of memory. */
function outcomeFrom(worker: Worker, task: object): Promise<Outcome | undefined> {
  const { promise, resolve } = Promise.withResolvers<Outcome | undefined>()
  const none = () => resolve(undefined)
  const timer = setTimeout(none, LIMIT_MS)
  worker.once('message', resolve).once('error', none).once('exit', none)
  worker.postMessage(task)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', none).off('exit', none)
  })
}
