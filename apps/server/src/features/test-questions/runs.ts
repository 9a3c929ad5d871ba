// Runs the test questions of data sources, one run after the other in each process. Every result is stored at once, so that
// another process, or this one after a restart, can continue the run.
import { userKey } from '#access/index.ts'
import { TEST_QUESTION_LIMITS } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import { openClaims, openWhenQuiet } from '#platform/claims/index.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { isConfidentialQuestion } from './equal.ts'
import {
  changeDatasource,
  publishProgress,
  withLockedDatasource,
  type Changing,
  type Searching,
} from '#features/datasources/index.ts'
import { rankOf } from './rules.ts'
import * as store from './steps-store.ts'

/** Runs take their turns at the embedding model as one person. */
const NOBODY = userKey(0)

export interface RunningDeps {
  readonly db: Database
  readonly bus: Pick<Bus, 'on'>
  readonly log: Log
  readonly searching: Pick<Searching, 'findForTest'>
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  /** The id of this process, under which it is registered. */
  readonly serverId: () => string
  /** For tests: the time without changes in milliseconds. */
  readonly quietMs?: number | undefined
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
      claim: () => store.claimed.takeUp(pool, deps.serverId(), 1),
      claimsOne: true,
      async work(run, signal, stepped) {
        await work(deps, run, signal, stepped)
        if (!signal.aborted) changes.changed(run.datasourceId)
      },
      giveUp: (run) => giveUp(deps, run),
      release: () => store.claimed.release(pool, deps.serverId()),
      atOnce: 1,
      failed: 'test questions were not run',
    },
    deps,
  )
  /** Stores runs for data sources whose documents or questions changed, after a time without further changes. */
  const changes = openWhenQuiet((datasourceId) => void check(datasourceId), { quietMs: deps.quietMs })
  const check = async (datasourceId: number) => {
    try {
      const id = await beginAfterChange(deps, datasourceId)
      if (id !== undefined) claims.run({ id, datasourceId })
    } catch (error) {
      deps.log.error({ err: error, datasourceId }, 'test questions were not run; it is tried again')
      setTimeout(() => changes.changed(datasourceId), PAUSES.retry).unref()
    }
  }
  const unsubscribe = deps.bus.on('item.changed', ({ noun, id }) => {
    if (noun === 'datasource') changes.changed(id)
  })
  let isKnown = false
  return {
    add: (run) => claims.run(run),
    async takeUp() {
      await claims.takeUp()
      if (isKnown) return
      // Changes that happened while no process listened.
      for (const id of await store.withQuestions(pool)) changes.changed(id)
      isKnown = true
    },
    async close() {
      unsubscribe()
      changes.close()
      await claims.close()
    },
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
  const begin = async ({ client }: Changing) => {
    if (!(await store.canRun(client, datasourceId))) return undefined
    const newest = await store.newestRun(client, datasourceId)
    // At its end, changes are looked for again.
    if (newest?.isRunning) return undefined
    const server = serverId()
    if (!newest?.isCurrent) return store.insertRun(client, { datasourceId, userId: null, server })
    if (newest.missing === 0 || newest.isFailed) return undefined
    await store.continueRun(client, newest.id, server)
    return newest.id
  }
  return withLockedDatasource(db, datasourceId, begin, { ifGone: () => undefined })
}

/** Ends a run that ended its processes or failed too often; a person can begin another one. */
async function giveUp(deps: RunningDeps, { id, datasourceId }: Run): Promise<void> {
  const fail = ({ client }: Changing) => store.failRun(client, id, deps.serverId())
  await changeDatasource(deps, datasourceId, fail, { touches: 'details', ifGone: () => undefined })
}

/** Asks the questions of a run that are left, one after the other. */
async function work(
  deps: RunningDeps,
  { id: runId, datasourceId }: Run,
  signal: AbortSignal,
  stepped: () => void,
): Promise<void> {
  const { db, searching } = deps
  const server = deps.serverId()
  const isConfidential = (question: store.NextQuestion) =>
    isConfidentialQuestion(db.pool, deps.confidentiality, question)
  await publishProgress(db, datasourceId)
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
    stepped()
    if (performance.now() - told < PAUSES.progress) continue
    told = performance.now()
    await publishProgress(db, datasourceId)
  }
  if (signal.aborted) return
  await changeDatasource(
    deps,
    datasourceId,
    ({ client }) => store.finishRun(client, { runId, server, datasourceId }),
    { touches: 'details', ifGone: () => undefined },
  )
}
