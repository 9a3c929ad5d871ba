// Starts the threads that hash and judge passwords (password-thread.ts) when the first password comes.
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

/** A password to hash, to compare with a hash, or to judge. */
export type PasswordTask =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly hashed: string }
  | { readonly password: string; readonly known: readonly string[] }

export type PasswordReply = { readonly result: PasswordResult } | { readonly failure: string }

type PasswordResult = string | boolean | number

export interface Hashing {
  hash(password: string, options: Options): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
}

const entry = new URL(`./password-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/** A thread that has judged keeps dictionaries of 40 MB. It ends when no task has come for so long. */
const IDLE_MS = 60_000

interface PasswordThreads extends Hashing {
  /** Returns the strength of a password from 0 to 100 (judge.ts). */
  judge(password: string, known: readonly string[]): Promise<number>
}

/** Works in up to `most` threads, which keep the process alive only while they work. A thread that ended is replaced. */
export function openPasswordThreads(most: number): PasswordThreads {
  const threads: Thread[] = []
  const run = (task: PasswordTask) => {
    const idle = threads.find((thread) => thread.size === 0)
    if (idle || threads.length >= most) return (idle ?? leastBusy(threads)).run(task)
    const thread = startThread(() => {
      const place = threads.indexOf(thread)
      if (place >= 0) threads.splice(place, 1)
    })
    threads.push(thread)
    return thread.run(task)
  }
  return {
    hash: async (password, options) => (await run({ password, options })) as string,
    verify: async (hashed, password) => (await run({ password, hashed })) as boolean,
    judge: async (password, known) => (await run({ password, known })) as number,
  }
}

interface Thread {
  /** The number of its tasks. */
  readonly size: number
  run(task: PasswordTask): Promise<PasswordResult>
}

function leastBusy(threads: readonly Thread[]): Thread {
  return threads.reduce((least, one) => (one.size < least.size ? one : least))
}

function startThread(ended: () => void): Thread {
  const tasks = new Map<number, PromiseWithResolvers<PasswordResult>>()
  let last = 0
  let hasJudged = false
  let idle: NodeJS.Timeout | undefined
  const worker = new Worker(entry, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 2 } })
  worker.on('message', ({ id, ...reply }: { id: number } & PasswordReply) => {
    if ('failure' in reply) tasks.get(id)?.reject(new Error(reply.failure))
    else tasks.get(id)?.resolve(reply.result)
    tasks.delete(id)
    if (tasks.size > 0) return
    worker.unref()
    if (hasJudged) idle = setTimeout(end, IDLE_MS).unref()
  })
  const end = () => {
    // First, so that no task comes to it any more.
    ended()
    void worker.terminate()
  }
  let reason = new Error('the thread for passwords ended')
  worker.on('error', (error: Error) => (reason = error))
  worker.on('exit', () => {
    ended()
    for (const { reject } of tasks.values()) reject(reason)
  })
  return {
    get size() {
      return tasks.size
    },
    run(task) {
      const { promise, ...settle } = Promise.withResolvers<PasswordResult>()
      tasks.set(++last, { promise, ...settle })
      clearTimeout(idle)
      hasJudged ||= 'known' in task
      worker.ref()
      worker.postMessage({ id: last, task })
      return promise
    },
  }
}
