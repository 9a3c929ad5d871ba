// Checks answers in one process, in turns between people (decision 84).
import { fork, type ChildProcess } from 'node:child_process'
import { expressionOf, type Check, type Outcome } from '@polylogue/contract'
import { openFairQueue, type Requester } from '#platform/fair-queue.ts'
import { Problem, type Issue } from '#problem.ts'
import type { Checkable, CheckTask, PlainCheck } from './check.ts'
import { unclear } from './outcomes.ts'

export type { Checkable } from './check.ts'

export interface Checking {
  /**
   * Returns an outcome for each check, in order; a judge's is unclear until it is asked. Returns undefined when the
   * requester is gone before the last check. Never rejects.
   */
  check(requester: Requester, checks: readonly Check[], answer: Checkable): Promise<Outcome[] | undefined>
  /**
   * Compiles the expressions of checks, each different one once, and returns the first that is wrong or takes too long,
   * by its position in `checks`.
   * @throws Problem SERVER_BUSY when the requester is gone, or has too much in the queue
   */
  firstMistake(requester: Requester, checks: readonly Check[]): Promise<(Issue & { at: number }) | undefined>
  close(): void
}

/** Milliseconds for one check, and for all checks of an answer or all expressions of a change. */
const LIMITS = { check: 2_000, budget: 5_000 }

/** Milliseconds for the start of the process, which takes seconds on a busy machine. */
const START_MS = 30_000

/** Milliseconds without a check after which the process is ended. */
const IDLE_MS = 10_000

const BUSY_SECONDS = 10

/** One check at a time. Runs wait for each of their checks, so a person's queue is as long as their tags in all runs. */
const QUEUE = { atOnce: 1, atOncePerPerson: 1, waitingPerPerson: 100 }

const entry = new URL(`./check-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/**
 * Opens the queue; the process starts when needed.
 * @param options.limits milliseconds for one check and for all of an answer
 * @param options.program the file of the process
 */
export function openChecking({ limits = LIMITS, program = entry } = {}): Checking {
  const checkProcess = openCheckProcess(program, limits.check)
  const full = () => new Problem('SERVER_BUSY', { seconds: BUSY_SECONDS }, { retryAfter: BUSY_SECONDS })
  const enqueue = openFairQueue({ ...QUEUE, full })

  /** Runs tasks of one answer or change in turns of their own, until their common budget is used up. */
  const openBudget = (requester: Requester) => {
    let left = limits.budget
    return async <Reply>(task: CheckTask): Promise<{ reply: Reply | undefined } | undefined> => {
      if (left <= 0) return { reply: undefined }
      return enqueue(requester, async () => {
        const { reply, ms } = await checkProcess.run<Reply>(task)
        left -= ms
        return { reply }
      })
    }
  }

  return {
    async check(requester, checks, answer) {
      const run = openBudget(requester)
      const outcomes: Outcome[] = []
      for (const check of checks) {
        if (check.kind === 'judge') outcomes.push(unclear('JUDGE_WAITING'))
        else {
          const checked = await run<Outcome>({ check, answer })
          if (!checked) return undefined
          outcomes.push(checked.reply ?? unclear('CHECK_TOO_SLOW'))
        }
      }
      return outcomes
    },
    async firstMistake(requester, checks) {
      const run = openBudget(requester)
      for (const [at, check] of firstOfEach(checks)) {
        const compiled = await run<string>({ check })
        if (!compiled) throw full()
        const message = compiled.reply ?? 'takes too long to compile; use a simpler one'
        if (message !== '') return { at, path: check.kind === 'json' ? 'schema' : 'pattern', message }
      }
      return undefined
    },
    close: () => checkProcess.end(),
  }
}

/** Returns the checks with different expressions, each with its first position. */
function firstOfEach(checks: readonly Check[]): [number, PlainCheck][] {
  const known = new Set<string>()
  const found: [number, PlainCheck][] = []
  for (const [at, check] of checks.entries()) {
    const expression = expressionOf(check)
    if (expression === undefined || check.kind === 'judge' || known.has(`${check.kind} ${expression}`))
      continue
    known.add(`${check.kind} ${expression}`)
    found.push([at, check])
  }
  return found
}

interface RunningProcess {
  readonly child: ChildProcess
  /** Resolves with undefined when it did not start. */
  readonly isReady: Promise<true | undefined>
}

/** Opens a process that does one task at a time and is killed when a task exceeds the limit. */
function openCheckProcess(program: URL, limitMs: number) {
  let running: RunningProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(idle)
    running?.child.kill('SIGKILL')
    running = undefined
  }
  return {
    end,
    /** Returns the reply, undefined when there is none within the limit, and the milliseconds that the task took. */
    async run<Reply>(task: CheckTask): Promise<{ reply: Reply | undefined; ms: number }> {
      clearTimeout(idle)
      const { child, isReady } = (running ??= start(program))
      const isStarted = await isReady
      const begun = performance.now()
      const reply = isStarted && (await messageFrom<Reply>(child, limitMs, task))
      const ms = performance.now() - begun
      if (reply === undefined) end()
      else idle = setTimeout(end, IDLE_MS).unref()
      return { reply, ms }
    },
  }
}

function start(program: URL): RunningProcess {
  const child = fork(program, [String(process.pid)], {
    env: {},
    execArgv: ['--max-old-space-size=128', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // `exit` follows, or did; a failed message must not end the server.
  child.on('error', () => undefined)
  return { child, isReady: messageFrom<true>(child, START_MS) }
}

/** Returns the next message; undefined when it took too long or the process ended, for example for want of memory. */
function messageFrom<T>(child: ChildProcess, limitMs: number, task?: CheckTask): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>()
  const none = () => resolve(undefined)
  const timer = setTimeout(none, limitMs)
  child.once('message', resolve).on('error', none).once('exit', none)
  if (task) child.send(task, (error) => error && none())
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', resolve).off('error', none).off('exit', none)
  })
}
