// Asks the prompts of one replay, each after the previous answer ended. Every step is stored before it is taken, so that
// another process, or this one after a restart, resumes there and asks nothing twice.
import type { ProblemCode } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem } from '#problem.ts'
import { isTransient, waitToRetry } from '#features/answers/index.ts'
import type { QuestionFile } from '#features/attachments/index.ts'
import type { ReplaysDeps } from './deps.ts'
import { replayPolicy } from './policy.ts'
import {
  advance,
  failReplay,
  findReplay,
  messageOf,
  ownReplay,
  savedPromptAt,
  setAsking,
  setMessage,
  totalOf,
  type ReplayRow,
} from './store.ts'

/** Errors of a saved prompt that is skipped. */
const NOT_READABLE: ReadonlySet<ProblemCode> = new Set(['NOT_FOUND', 'PERMISSION_DENIED'])

/** Runs a replay until it ends, another process takes it, or `signal` aborts. Never rejects. */
export async function runReplay(deps: ReplaysDeps, tabId: number, signal: AbortSignal): Promise<void> {
  for (let goesOn = true; goesOn && !signal.aborted;) {
    try {
      const row = await ownReplay(deps.db.pool, tabId, deps.answers.serverId)
      goesOn = row !== undefined && (await step(deps, row, signal))
      if (row && !goesOn) await publishEnd(deps, row)
    } catch (error) {
      goesOn = await goesOnAfter(error, deps, tabId, signal)
    }
  }
}

/** Ends a replay that ended its processes. */
export async function giveUpReplay(deps: ReplaysDeps, tabId: number): Promise<void> {
  const row = await ownReplay(deps.db.pool, tabId, deps.answers.serverId)
  if (!row) return
  await failReplay(deps.db.pool, { tabId, server: deps.answers.serverId }, 'INTERRUPTED')
  await publishEnd(deps, row)
}

/** Takes one step; returns false when this process must not continue the replay. */
async function step(deps: ReplaysDeps, row: ReplayRow, signal: AbortSignal): Promise<boolean> {
  const { pool } = deps.db
  const place = { tabId: row.tabId, server: deps.answers.serverId }
  let isLeftOut = false
  const stored = row.asking === null ? undefined : await messageOf(pool, row.asking)
  if (stored !== undefined) await deps.answers.untilEnded(stored, signal)
  // A stored message that is missing now was answered and then deleted.
  else if (row.messageId === null && row.done < totalOf(row)) {
    const viewer = await mayGoOn(deps, row)
    const question = await nextQuestion(deps, viewer, row)
    // A prompt that was deleted meanwhile, or is not shared any more, is skipped.
    const asked = question && (await askUnlessWithheld(deps, viewer, row, question))
    if (asked === false) return false
    isLeftOut = asked === 'withheld'
  }
  if (signal.aborted) return false
  await advance(pool, place, { done: row.done + 1, isLeftOut })
  return row.done + 1 < totalOf(row)
}

/**
 * Checks the user before every question.
 * @throws Problem when they may not work here or in the tab any more, or the licence expired
 */
async function mayGoOn(deps: ReplaysDeps, { userId, tabId }: ReplayRow): Promise<Person> {
  const viewer = await deps.viewerOf(userId)
  if (!viewer?.permissions.has('can_use_chat')) throw new Problem('PERMISSION_DENIED')
  if (deps.licence.expired()) throw new Problem('LICENSE_EXPIRED')
  // Checked before the prompts are read: unreadable prompts are skipped.
  authorize(replayPolicy, 'replay', await deps.tabs.tabForPrompt(viewer, tabId))
  return viewer
}

interface NextQuestion {
  /** The message that it repeats. */
  readonly id?: number
  readonly prompt: string
  readonly files: readonly QuestionFile[]
  /** The saved prompt. */
  readonly promptId?: number
}

/** Returns the prompt to ask now; undefined when it is deleted or the viewer may not read it. */
async function nextQuestion(
  deps: ReplaysDeps,
  viewer: Person,
  { tabId, promptIds, done }: ReplayRow,
): Promise<NextQuestion | undefined> {
  const messageId = promptIds[done]
  if (messageId !== undefined) return deps.queries.question(viewer, messageId)
  const saved = await savedPromptAt(deps.db.pool, tabId, done - promptIds.length)
  if (!saved) return undefined
  try {
    await deps.prompts.requireReadable(viewer, saved.promptId)
  } catch (error) {
    if (error instanceof Problem && NOT_READABLE.has(error.code)) return undefined
    throw error
  }
  return { ...saved, files: [] }
}

/** Asks, unless the question is confidential and its model is not local. */
async function askUnlessWithheld(...asked: Parameters<typeof ask>): Promise<boolean | 'withheld'> {
  try {
    return await ask(...asked)
  } catch (error) {
    if (error instanceof Problem && error.code === 'CONFIDENTIAL_TURN') return 'withheld'
    throw error
  }
}

async function ask(
  deps: ReplaysDeps,
  viewer: Person,
  row: ReplayRow,
  question: NextQuestion,
): Promise<boolean> {
  const { pool } = deps.db
  const place = { tabId: row.tabId, server: deps.answers.serverId }
  const uuid = uuidV7(deps.clock)
  const { id, prompt, promptId, files } = question
  if (!(await setAsking(pool, place, uuid))) return false
  const live = await deps.answers.ask(viewer, {
    modelTagId: row.modelTagId,
    channel: 'replay',
    payload: { prompt, promptId, projectTabId: row.tabId, language: row.language },
    uuid,
    files,
    ...(id === undefined ? {} : { repeatsId: id }),
  })
  const goesOn = await setMessage(pool, place, live.messageId)
  // Cancelled between the two statements.
  if (!goesOn) live.stop()
  await live.ended
  return goesOn
}

async function goesOnAfter(
  error: unknown,
  deps: ReplaysDeps,
  tabId: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted || deps.answers.stopping()) return false
  if (isTransient(error)) {
    await waitToRetry(signal)
    return true
  }
  const code = error instanceof Problem ? error.code : undefined
  try {
    // Its tab was deleted, and the replay with it.
    const row = await findReplay(deps.db.pool, tabId)
    if (!row) return false
    if (!code) deps.log.error({ err: error, tabId }, 'a replay broke')
    const place = { tabId, server: deps.answers.serverId }
    const end = () =>
      deps.db.transaction((_, client) => failReplay(client, place, code ?? 'UNEXPECTED'), {
        essential: true,
      })
    await end()
    await publishEnd(deps, row)
    return false
  } catch (failure) {
    deps.log.error({ err: failure, tabId }, 'the end of a replay could not be stored yet')
    await waitToRetry(signal)
    return true
  }
}

/** Notifies the viewers of the tab that its replay ended. */
export function publishEnd(deps: ReplaysDeps, { tabId, projectId }: ReplayRow): Promise<void> {
  return deps.bus.publish(deps.db.orm, { type: 'tab.changed', tabId, projectId })
}
