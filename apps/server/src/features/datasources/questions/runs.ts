// Runs the test questions of data sources, one run after the other in each process. Every result is stored at once, so that
// another process, or this one after a restart, can continue the run.
import { userKey } from '#access/index.ts'
import { TEST_QUESTION_LIMITS } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import { openClaims } from '#platform/claims/index.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { isConfidentialQuestion } from '../unanswered/service.ts'
import type { Searching } from '../search/service.ts'
import { changeDatasource } from '../change.ts'
import { lockDatasource, publishChange } from '../store.ts'
import { rankOf } from './rules.ts'
import * as store from './steps-store.ts'

/** Runs take their turns at the embedding model as one person. */
const NOBODY = userKey(0)
/** Time without changes of a data source after which its questions run. */
const QUIET_MS = 2_000
/** Minimum time between two live updates of a run. */
const TELL_MS = 1_000
/** Pause after a failure of the database. */
const PAUSE_MS = 5_000

export interface RunningDeps {
  readonly db: Database
  readonly bus: Pick<Bus, 'on'>
  readonly log: Log
  readonly searching: Pick<Searching, 'findForTest'>
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  /** The id of this process, under which it is registered. */
  readonly serverId: () => string
  /** For tests: the time without changes in milliseconds. */
  readonly quietMs?: number
}

/** A run, by its id. */
export interface Run {
  readonly id: number
  readonly datasourceId: number
}

export interface Running {
  /** Works on a run that was stored for this process. */
  add(run: Run): void
  /** Resumes the runs of dead processes, and finds changes that nobody has tested. */
  takeUp(): Promise<void>
  /** Gives the runs of this process to the next process. */
  close(): Promise<void>
}

export function openRunning(deps: RunningDeps): Running {
  const { pool } = deps.db
  const claims = openClaims<Run>(
    {
      claim: () => store.takeRuns(pool, deps.serverId()),
      async work(run, signal) {
        await work(deps, run, signal)
        if (!signal.aborted) changes.add(run.datasourceId)
      },
      release: () => store.releaseRuns(pool, deps.serverId()),
      atOnce: 1,
      failed: 'test questions were not run; it is tried again',
    },
    deps.log,
  )
  const changes = new Changes(deps, (run) => claims.run(run))
  const unsubscribe = deps.bus.on('item.changed', ({ noun, id }) => {
    if (noun === 'datasource') changes.add(id)
  })
  let isKnown = false
  return {
    add: (run) => claims.run(run),
    async takeUp() {
      await claims.takeUp()
      if (isKnown) return
      // Changes that happened while no process listened.
      for (const id of await store.withQuestions(pool)) changes.add(id)
      isKnown = true
    },
    async close() {
      unsubscribe()
      changes.close()
      await claims.close()
    },
  }
}

/** Stores runs for data sources whose documents or questions changed, after a time without further changes. */
class Changes {
  readonly #deps: RunningDeps
  readonly #start: (run: Run) => void
  readonly #timers = new Map<number, NodeJS.Timeout>()
  #isClosed = false

  constructor(deps: RunningDeps, start: (run: Run) => void) {
    this.#deps = deps
    this.#start = start
  }

  add(datasourceId: number, afterMs = this.#deps.quietMs ?? QUIET_MS): void {
    if (this.#isClosed) return
    clearTimeout(this.#timers.get(datasourceId))
    const timer = setTimeout(() => void this.#check(datasourceId), afterMs).unref()
    this.#timers.set(datasourceId, timer)
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  async #check(datasourceId: number): Promise<void> {
    this.#timers.delete(datasourceId)
    try {
      const runId = await beginAfterChange(this.#deps, datasourceId)
      if (runId !== undefined) this.#start({ id: runId, datasourceId })
    } catch (error) {
      if (this.#isClosed) return
      this.#deps.log.error({ err: error, datasourceId }, 'test questions were not run; it is tried again')
      this.add(datasourceId, PAUSE_MS)
    }
  }
}

/**
 * Stores a run if the documents differ from those of the newest run, or continues that run if questions are missing in it.
 * Returns its id, or undefined if there is nothing to do or another process does it.
 */
async function beginAfterChange(
  { db, serverId }: RunningDeps,
  datasourceId: number,
): Promise<number | undefined> {
  if (!(await store.canRun(db.pool, datasourceId))) return undefined
  return db.transaction(async (_, client) => {
    await lockDatasource(client, datasourceId)
    if (!(await store.canRun(client, datasourceId))) return undefined
    const newest = await store.newestRun(client, datasourceId)
    // At its end, changes are looked for again.
    if (newest?.isRunning) return undefined
    const server = serverId()
    if (!newest?.isCurrent) return store.insertRun(client, { datasourceId, userId: null, server })
    if (newest.missing === 0) return undefined
    await store.continueRun(client, newest.id, server)
    return newest.id
  })
}

/** Asks the questions of a run that are left, one after the other. */
async function work(deps: RunningDeps, { id: runId, datasourceId }: Run, signal: AbortSignal): Promise<void> {
  const { db, searching } = deps
  const server = deps.serverId()
  const isConfidential = (question: store.NextQuestion) =>
    isConfidentialQuestion(db.pool, deps.confidentiality, question)
  await publishChange(db.pool, datasourceId)
  let told = performance.now()
  while (!signal.aborted) {
    const next = await store.nextQuestion(db.pool, deps.confidentiality, runId, server)
    if (!next) break
    const { hits } = await searching.findForTest([datasourceId], {
      q: next.q.slice(-TEST_QUESTION_LIMITS.searched),
      asker: NOBODY,
      isConfidential: next.isConfidential || (await isConfidential(next)),
      isConfidentialNow: () => isConfidential(next),
    })
    await store.storeRank(db.pool, { runId, server }, next, rankOf(next, hits))
    if (performance.now() - told < TELL_MS) continue
    told = performance.now()
    await publishChange(db.pool, datasourceId)
  }
  if (signal.aborted) return
  await changeDatasource(
    deps,
    datasourceId,
    ({ client }) => store.finishRun(client, { runId, server, datasourceId }),
    { touches: 'details', ifGone: () => undefined },
  )
}
