// Asks earlier prompts of a tab and saved prompts, with another model, in a new tab (REPLAY-1).
import type { CallInput, contract, Replay, Tab } from '@polylogue/contract'
import { allows, authorize, type Person } from '#access/index.ts'
import { openClaims } from '#platform/claims/index.ts'
import { Problem } from '#problem.ts'
import { isWithheld, requireMaySend } from '#features/confidentiality/index.ts'
import type { ReplaysDeps } from './deps.ts'
import { replayPolicy } from './policy.ts'
import { giveUpReplay, runReplay, publishEnd } from './run.ts'
import {
  cancelReplay,
  claimed,
  findReplay,
  insertReplay,
  inTab,
  REPLAY_STATES,
  runningReplays,
  totalOf,
  type ReplayRow,
} from './store.ts'

type ReplayBody = CallInput<typeof contract.replays.create>['body']

/** Limit on a user's running replays: each one retries against the database while it waits for its turn. */
const RUNNING_REPLAYS = 10
const RETRY_SECONDS = 30

export interface ReplaysService {
  /**
   * Creates a tab beside that of the prompts and starts to ask them there as the viewer, who may disconnect.
   * @throws Problem NOT_FOUND, also for a message of another tab and a saved prompt of others; PERMISSION_DENIED, MODEL_NOT_DEPLOYED; TOO_MANY_STREAMS
   *   when the viewer has reached the limit of running replays
   */
  begin(viewer: Person, wanted: ReplayBody): Promise<{ projecttab: Tab; replay: Replay }>
  /** Returns the progress of the replay into a tab; null when there is none. @throws Problem NOT_FOUND */
  state(viewer: Person, tabId: number): Promise<Replay | null>
  /**
   * Cancels the replay into a tab; returns an ended one unchanged.
   * @throws Problem NOT_FOUND, NONE_FOUND; PERMISSION_DENIED for another user's without admin access
   */
  cancel(viewer: Person, tabId: number): Promise<Replay>
  /** Resumes the replays of dead processes. */
  takeUp(): Promise<void>
  /** Releases its replays to the next process and waits for that. Call after the answers of this process were ended. */
  close(): Promise<void>
}

export function openReplays(deps: ReplaysDeps): ReplaysService {
  const { pool } = deps.db
  const claims = openClaims<{ readonly id: number }>(
    {
      claim: () => claimed.takeUp(pool, deps.answers.serverId),
      work: ({ id }, signal) => runReplay(deps, id, signal),
      giveUp: ({ id }) => giveUpReplay(deps, id),
      release: () => claimed.release(pool, deps.answers.serverId),
      failed: 'a replay broke',
    },
    deps,
  )
  const found = async (viewer: Person, tabId: number, action: (row: ReplayRow | undefined) => Action) => {
    const [tab, row] = await Promise.all([deps.tabs.tabForPrompt(viewer, tabId), findReplay(pool, tabId)])
    const { level } = authorize(replayPolicy, action(row), tab)
    return { row, level }
  }
  const seen = async (...asked: Parameters<typeof found>) => {
    const { row, level } = await found(...asked)
    if (!row) throw new Problem('NONE_FOUND', { message: 'Nothing was replayed into this tab.' })
    return { row, level }
  }
  const state = async (viewer: Person, tabId: number) => {
    const { row, level } = await seen(viewer, tabId, () => 'seeReplay')
    return toReplay(row, mayCancel(viewer, row, level))
  }
  return {
    async state(viewer, tabId) {
      const { row, level } = await found(viewer, tabId, () => 'seeReplay')
      return row ? toReplay(row, mayCancel(viewer, row, level)) : null
    },
    async begin(viewer, wanted) {
      const made = await deps.db.transaction(await preparation(deps, viewer, wanted))
      claims.run(made)
      return { projecttab: made, replay: await state(viewer, made.id) }
    },
    async cancel(viewer, tabId) {
      // Every reader sees whether there is a replay; not all of them may cancel it.
      const { row } = await seen(viewer, tabId, (replay) =>
        replay === undefined ? 'seeReplay' : cancelling(viewer, replay),
      )
      const cancelled = await cancelReplay(pool, tabId)
      if (cancelled?.id) await deps.answers.stop(cancelled.id)
      if (cancelled) await publishEnd(deps, row)
      return state(viewer, tabId)
    },
    takeUp: () => claims.takeUp(),
    close: () => claims.close(),
  }
}

type Action = 'seeReplay' | 'cancelOwnReplay' | 'cancelReplayOfOthers'

function cancelling(viewer: Person, { userId }: ReplayRow): Action {
  return userId === viewer.userId ? 'cancelOwnReplay' : 'cancelReplayOfOthers'
}

function mayCancel(viewer: Person, row: ReplayRow, level: number): boolean {
  return allows(replayPolicy, cancelling(viewer, row), level)
}

/** Checks everything first, and returns the function that inserts the tab and its replay in one transaction. */
async function preparation(deps: ReplaysDeps, viewer: Person, wanted: ReplayBody) {
  const { tabId, modelTagId, promptIds, savedPrompts, tabName, language } = wanted
  const tab = authorize(replayPolicy, 'replay', await deps.tabs.tabForPrompt(viewer, tabId))
  const tag = await deps.models.tagForPrompt(modelTagId)
  const known = await inTab(deps.db.pool, deps.confidentiality, tabId, promptIds)
  if (promptIds.some((id) => !known.has(id))) throw new Problem('NOT_FOUND', { thing: 'message' })
  // Nothing would be asked.
  const [first, ...others] = known.values()
  if (savedPrompts.length === 0 && others.every((one) => isWithheld(one, tag))) requireMaySend(first, tag)
  const savedIds = new Set(savedPrompts.map(({ promptId }) => promptId))
  for (const id of savedIds) await deps.prompts.requireReadable(viewer, id)
  return async (tx: Parameters<typeof insertReplay>[0]): Promise<Tab> => {
    const { projectId, options, custInstWhoId, custInstRespondId } = tab
    const sent = { name: tabName, defaultModelTagId: modelTagId, options }
    const like = { custInstWhoId, custInstRespondId }
    const made = await deps.tabs.createWithin(tx, viewer, projectId, sent, like)
    // The project is locked by now: each of many parallel replays counts those before it.
    if ((await runningReplays(tx, viewer.userId)) >= RUNNING_REPLAYS) throw tooMany()
    await insertReplay(tx, {
      tabId: made.id,
      userId: viewer.userId,
      modelTagId,
      language: language ?? null,
      promptIds,
      savedPrompts,
      serverId: deps.answers.serverId,
    })
    return made
  }
}

function tooMany(): Problem {
  const sentence = `You have ${RUNNING_REPLAYS} chats being asked again already. Wait for one of them or cancel one.`
  return new Problem('TOO_MANY_STREAMS', { limit: RUNNING_REPLAYS }, { sentence, retryAfter: RETRY_SECONDS })
}

function toReplay(row: ReplayRow, cancel: boolean): Replay {
  const state = REPLAY_STATES[row.state] ?? 'failed'
  return {
    tabId: row.tabId,
    state,
    total: totalOf(row),
    done: row.done,
    leftOut: row.leftOut,
    queryId: state === 'running' ? row.messageId : null,
    errorCode: row.errorCode,
    can: { cancel },
  }
}
