// Runs of golden sets: start, progress, results, scorecards.
import type { CallInput, contract, GoldenResult, GoldenRun, Scorecard } from '@polylogue/contract'
import { GOLDEN_LIMITS } from '@polylogue/contract'
import { allows, authorize, type Person } from '#access/index.ts'
import { openClaims, type Claimed, type Claims } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { AskableTag } from '#features/models/index.ts'
import { firstPage } from '#features/queries/index.ts'
import { goldensetPolicy } from '../item.ts'
import { pageOf } from '../store.ts'
import type { OpenedRunsDeps } from './deps.ts'
import { toResults, toRun, toScorecard } from './responses.ts'
import type { RunRow } from './rows.ts'
import { giveUpRun, publishEnd, runGoldenset } from './run.ts'
import { claimed, endAsking } from './steps-store.ts'
import * as store from './store.ts'

type Calls = typeof contract.goldensets

const RETRY_SECONDS = 30

export interface GoldenScorecard {
  readonly goldensetId: number
  readonly name: string
  readonly promptCount: number
  readonly run: { readonly id: number; readonly created: string; readonly scorecard: Scorecard } | null
  readonly can: { readonly run: boolean }
}

/** Access and errors are those of the contract. */
export interface RunsService {
  /** `hidden`: there are runs that the viewer may not see. */
  runs(viewer: Person, goldensetId: number): Promise<{ hidden: boolean; GoldenRuns: GoldenRun[] }>
  begin(viewer: Person, goldensetId: number, wanted: CallInput<Calls['begin']>['body']): Promise<GoldenRun>
  run(viewer: Person, goldensetId: number, runId: number): Promise<GoldenRun>
  results(
    viewer: Person,
    goldensetId: number,
    runId: number,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; GoldenResults: GoldenResult[] }>
  cancel(viewer: Person, goldensetId: number, runId: number): Promise<GoldenRun>
  retry(viewer: Person, goldensetId: number, runId: number): Promise<GoldenRun>
  scorecards(viewer: Person, modelTagId: number): Promise<GoldenScorecard[]>
  /** Checks that the viewer may see a run. @throws Problem NOT_FOUND */
  requireRun(viewer: Person, goldensetId: number, runId: number): Promise<void>
  /** Resumes the runs of dead processes. */
  takeUp(): Promise<void>
  /** Releases its runs to the next process and waits for that. Call after the answers of this process were ended. */
  close(): Promise<void>
}

export function openRuns(deps: OpenedRunsDeps): RunsService {
  const { pool, orm } = deps.db
  const working = openWorking(deps)
  const { found, foundRun, respond, run } = openFinding(deps)
  return {
    async runs(viewer, goldensetId) {
      const set = await found(viewer, goldensetId, 'read')
      const GoldenRuns = await respond(viewer, set.level, await store.runsOf(orm, viewer, set))
      return { hidden: await store.hidesRuns(orm, viewer, set), GoldenRuns }
    },
    async begin(viewer, goldensetId, wanted) {
      await found(viewer, goldensetId, 'run')
      requireChat(viewer)
      const id = await insert(deps, viewer, goldensetId, wanted)
      working.run({ id })
      await publishEnd(deps, { goldenSetId: goldensetId })
      return run(viewer, goldensetId, id)
    },
    run,
    async results(viewer, goldensetId, runId, page) {
      await foundRun(viewer, goldensetId, runId, 'read')
      const total = await store.promptCountOf(pool, runId)
      const fitting = firstPage(await store.sizesOf(pool, runId, page), page.limit)
      const positions = fitting.map(({ position }) => position)
      const prompts = await store.promptsOf(pool, runId, positions)
      return { total, GoldenResults: toResults(prompts, await store.answersTo(pool, runId, positions)) }
    },
    async cancel(viewer, goldensetId, runId) {
      const { row, level } = await foundRun(viewer, goldensetId, runId, 'run')
      if (!allows(goldensetPolicy, cancelling(viewer, row), level)) throw new Problem('PERMISSION_DENIED')
      await deps.db.transaction(async (tx) => {
        if (await store.cancelRun(tx, runId)) await deps.bus.publish(tx, { type: 'goldenrun.ended', runId })
      })
      await publishEnd(deps, row)
      return run(viewer, goldensetId, runId)
    },
    async retry(viewer, goldensetId, runId) {
      await foundRun(viewer, goldensetId, runId, 'run')
      requireChat(viewer)
      await reopen(deps, viewer, runId)
      working.run({ id: runId })
      await publishEnd(deps, { goldenSetId: goldensetId })
      return run(viewer, goldensetId, runId)
    },
    scorecards: (viewer, modelTagId) => scorecards(deps, viewer, modelTagId),
    async requireRun(viewer, goldensetId, runId) {
      await foundRun(viewer, goldensetId, runId, 'read')
    },
    takeUp: () => working.takeUp(),
    close: () => working.close(),
  }
}

/** Finds sets and runs for a viewer, and builds responses. */
function openFinding(deps: OpenedRunsDeps) {
  const { pool, orm } = deps.db
  const found = async (viewer: Person, goldensetId: number, action: 'read' | 'run') =>
    authorize(goldensetPolicy, action, await deps.items.find(orm, viewer, goldensetId))
  const foundRun = async (viewer: Person, goldensetId: number, runId: number, action: 'read' | 'run') => {
    const set = await found(viewer, goldensetId, action)
    const row = await store.findRun(orm, viewer, set, runId)
    if (!row) throw new Problem('NOT_FOUND', { thing: 'run' })
    return { row, level: set.level }
  }
  const respond = async (viewer: Person, level: number, rows: readonly RunRow[]): Promise<GoldenRun[]> => {
    const cards = await store.scorecardsOf(
      pool,
      rows.map(({ id }) => id),
    )
    const byRun = Map.groupBy(cards, ({ runId }) => runId)
    return rows.map((row) => toRun(row, byRun.get(row.id) ?? [], mayOn(viewer, level, row)))
  }
  const run = async (viewer: Person, goldensetId: number, runId: number): Promise<GoldenRun> => {
    const { row, level } = await foundRun(viewer, goldensetId, runId, 'read')
    const [response] = await respond(viewer, level, [row])
    if (!response) throw new Problem('NOT_FOUND', { thing: 'run' })
    return response
  }
  return { found, foundRun, respond, run }
}

/** The runs that this process works on. A cancelled one stops, whichever process cancelled it. */
function openWorking(deps: OpenedRunsDeps): Claims<{ readonly id: number }> {
  const claims = openClaims<{ readonly id: number }>(
    {
      claim: () => deps.db.transaction((_, client) => takeRuns(client, deps.answers.serverId)),
      work: ({ id }, signal) => runGoldenset(deps, id, signal),
      giveUp: ({ id }) => giveUpRun(deps, id),
      release: () => claimed.release(deps.db.pool, deps.answers.serverId),
      failed: 'a run of a golden set broke',
    },
    deps,
  )
  const leave = deps.bus.on('goldenrun.ended', ({ runId }) => claims.stop(runId))
  return {
    ...claims,
    close() {
      leave()
      return claims.close()
    },
  }
}

async function takeRuns(client: Runner, server: string): Promise<Claimed[]> {
  const taken = await claimed.takeUp(client, server)
  await endAsking(
    client,
    taken.map(({ id }) => id),
  )
  return taken
}

function requireChat({ permissions }: Person): void {
  if (!permissions.has('can_use_chat')) throw new Problem('PERMISSION_DENIED')
}

function cancelling(viewer: Person, { userId }: RunRow): 'run' | 'cancelRunOfOthers' {
  return userId === viewer.userId ? 'run' : 'cancelRunOfOthers'
}

function mayOn(viewer: Person, level: number, row: RunRow): { cancel: boolean; retry: boolean } {
  return {
    cancel: allows(goldensetPolicy, cancelling(viewer, row), level),
    retry: allows(goldensetPolicy, 'run', level),
  }
}

async function insert(
  deps: OpenedRunsDeps,
  viewer: Person,
  goldenSetId: number,
  { modelTagIds, language }: CallInput<Calls['begin']>['body'],
): Promise<number> {
  const tags: AskableTag[] = []
  for (const tagId of modelTagIds) tags.push(await deps.models.tagForTrial(viewer, tagId))
  return deps.db.transaction(async (tx) => {
    await requireRoom(tx, viewer)
    const serverId = deps.answers.serverId
    const sent = { goldenSetId, userId: viewer.userId, language: language ?? null, serverId, tags }
    const { id, prompts } = await store.insertRun(tx, sent)
    if (prompts === 0) throw new Problem('NONE_FOUND', { message: 'This golden set has no prompts yet.' })
    await store.removeOldRuns(tx, goldenSetId)
    return id
  })
}

async function reopen(deps: OpenedRunsDeps, viewer: Person, runId: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await requireRoom(tx, viewer)
    const by = { userId: viewer.userId, serverId: deps.answers.serverId }
    if ((await store.reopenRun(tx, runId, by)) === 0)
      throw new Problem('NONE_FOUND', { message: 'No answer of this run is missing.' })
  })
}

async function requireRoom(tx: Parameters<typeof store.runningOf>[0], viewer: Person): Promise<void> {
  const { running: limit } = GOLDEN_LIMITS
  if ((await store.runningOf(tx, viewer.userId)) < limit) return
  const sentence = `You have ${limit} golden sets running already. Wait for one of them or cancel one.`
  throw new Problem('TOO_MANY_STREAMS', { limit }, { sentence, retryAfter: RETRY_SECONDS })
}

async function scorecards(
  { db }: OpenedRunsDeps,
  viewer: Person,
  modelTagId: number,
): Promise<GoldenScorecard[]> {
  const { sets } = await pageOf(db.orm, viewer, { q: undefined, limit: GOLDEN_LIMITS.sets, offset: 0 })
  const rows = await store.newestWithTag(
    db.orm,
    viewer,
    modelTagId,
    sets.map(({ id }) => id),
  )
  const cards = await store.scorecardsOf(
    db.pool,
    rows.map(({ id }) => id),
  )
  return sets.map((set) => {
    const row = rows.find(({ goldenSetId }) => goldenSetId === set.id)
    const card = cards.find((one) => one.runId === row?.id && one.modelTagId === modelTagId)
    return {
      goldensetId: set.id,
      name: set.name,
      promptCount: set.promptCount,
      run:
        row && card ? { id: row.id, created: row.created.toISOString(), scorecard: toScorecard(card) } : null,
      can: { run: allows(goldensetPolicy, 'run', set.level) && set.promptCount > 0 },
    }
  })
}
