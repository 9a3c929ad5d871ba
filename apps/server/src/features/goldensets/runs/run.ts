// Asks the prompts of one run: its tags side by side, the prompts of a tag one after the other. Every step is stored before it
// is taken, so that another process, or this one after a restart, resumes there and asks nothing twice.
import type { Outcome } from '@polylogue/contract'
import { authorize, viewerKey, type Person } from '#access/index.ts'
import { passingOf } from '#platform/isolate-failures.ts'
import { Problem } from '#problem.ts'
import { isTransient, waitToRetry } from '#features/answers/index.ts'
import { judge } from '../checks/judge.ts'
import { goldensetItem, goldensetPolicy } from '../item.ts'
import { askPrompt, NotAsked } from './ask.ts'
import type { OpenedRunsDeps } from './deps.ts'
import { ANSWER, type EndedAnswer, type NextPrompt } from './rows.ts'
import {
  failAnswer,
  failRun,
  finishRun,
  nextPrompt,
  ownRun,
  setAsking,
  storeAnswer,
  storeOutcomes,
  type TagRun,
  type OwnRun,
} from './steps-store.ts'

/** Runs until the run ends, another process takes it, or `signal` aborts. Never rejects. */
export async function runGoldenset(deps: OpenedRunsDeps, runId: number, signal: AbortSignal): Promise<void> {
  const { pool } = deps.db
  const server = deps.answers.serverId
  for (let isOver = false; !isOver && !signal.aborted;) {
    try {
      const run = await ownRun(pool, runId, server)
      if (run) {
        await runTags(deps, run, signal)
        if (signal.aborted) return
        await finishRun(pool, runId, server)
        await publishEnd(deps, run)
      }
      isOver = true
    } catch (error) {
      isOver = await endsWith(deps, runId, error, signal)
    }
  }
}

/** Ends a run that ended its processes. */
export async function giveUpRun(deps: OpenedRunsDeps, runId: number): Promise<void> {
  const server = deps.answers.serverId
  const run = await ownRun(deps.db.pool, runId, server)
  if (!run) return
  await failRun(deps.db.pool, runId, server, 'INTERRUPTED')
  await publishEnd(deps, run)
}

/** Runs the tags side by side. What ends one ends all: the others stop before its error is thrown. */
async function runTags(deps: OpenedRunsDeps, run: OwnRun, signal: AbortSignal): Promise<void> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const server = deps.answers.serverId
  const tagRuns = run.tagIds.map((tagId) =>
    runTag(deps, run, { runId: run.id, tagId, server }, either).catch((error: unknown) => {
      failed.abort()
      throw error
    }),
  )
  const ends = await Promise.allSettled(tagRuns)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Takes the steps of one tag until there is none left. @throws what ends the whole run */
async function runTag(deps: OpenedRunsDeps, run: OwnRun, tagRun: TagRun, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const next = await nextPrompt(deps.db.pool, tagRun)
      if (!next) return
      const viewer = await mayGoOn(deps, run)
      const asked = { viewer, language: run.language ?? 'en', signal }
      if (next.state === ANSWER.judging) await judgeAnswer(deps, tagRun, asked, next)
      else await answer(deps, tagRun, asked, next)
    } catch (error) {
      if (signal.aborted || error instanceof NotAsked) return
      // The answers of somebody whose account is closed are stopped: the next step says why.
      if (error instanceof Error && error.name === 'AbortError') continue
      if (!isTransient(error)) throw error
      await waitToRetry(signal)
    }
  }
}

/**
 * Checks the user before every question.
 * @throws Problem when they may not work here or change the set any more, or the licence expired
 */
async function mayGoOn(deps: OpenedRunsDeps, { userId, goldenSetId }: OwnRun): Promise<Person> {
  const viewer = userId === null ? undefined : await deps.viewerOf(userId)
  const { permissions } = viewer ?? {}
  if (!viewer || !permissions?.has('can_use_chat') || !permissions.has('can_use_prompts'))
    throw new Problem('PERMISSION_DENIED')
  if (deps.licence.expired()) throw new Problem('LICENSE_EXPIRED')
  authorize(goldensetPolicy, 'run', await deps.items.find(deps.db.orm, viewer, goldenSetId))
  return viewer
}

interface Asking {
  readonly viewer: Person
  readonly language: string
  readonly signal: AbortSignal
}

async function answer(deps: OpenedRunsDeps, tagRun: TagRun, asking: Asking, next: NextPrompt): Promise<void> {
  const { pool } = deps.db
  const { position } = next
  const at = { tagRun, position, signal: asking.signal }
  const ended = await ask(deps, tagRun, asking, next)
  if (ended.errorCode !== null) {
    const state = ANSWER.failed
    await untilStored(deps, at, () =>
      storeAnswer(pool, tagRun, position, { state, answer: ended, outcomes: [] }),
    )
    return
  }
  const checkable = { text: ended.responseText, sources: ended.sources }
  const requester = { key: viewerKey(asking.viewer), gone: asking.signal }
  const checked = await deps.checking.check(requester, next.checks, checkable)
  const isJudged = next.checks.some(({ kind }) => kind === 'judge')
  // Stopped before it was checked: the next process checks it with its judges, and asks nothing again.
  const state = isJudged || !checked ? ANSWER.judging : ANSWER.done
  const outcomes = checked ?? []
  await untilStored(deps, at, () => storeAnswer(pool, tagRun, position, { state, answer: ended, outcomes }))
}

/** Asks the engine; a tag that cannot be asked fails the answer, not the run. */
async function ask(
  deps: OpenedRunsDeps,
  tagRun: TagRun,
  asking: Asking,
  next: NextPrompt,
): Promise<EndedAnswer> {
  try {
    const tag = await deps.models.tagForTrial(asking.viewer, tagRun.tagId)
    return await askPrompt(deps, { ...asking, tag }, next, () =>
      setAsking(deps.db.pool, tagRun, next.position),
    )
  } catch (error) {
    if (!(error instanceof Problem) || goesOnAfter(error) || asking.signal.aborted) throw error
    return failed(error)
  }
}

/** Problems that fail no answer: transient ones, and those of this process that ends and that another one continues. */
const goesOnAfter = (problem: Problem) =>
  isTransient(problem) || problem.code === 'SHUTTING_DOWN' || problem.code === 'INTERRUPTED'

function failed({ code, message }: Problem): EndedAnswer {
  return {
    responseText: '',
    errorCode: code,
    errorMessage: message,
    sources: [],
    tokensPrompt: null,
    tokensResponse: null,
    tokensPerSecond: null,
    overallMs: 0,
  }
}

async function judgeAnswer(
  deps: OpenedRunsDeps,
  tagRun: TagRun,
  { viewer, language, signal }: Asking,
  { position, prompt, responseText, sources, checks, outcomes }: NextPrompt,
): Promise<void> {
  const requester = { key: viewerKey(viewer), gone: signal }
  // An answer that an ended process left unchecked has no outcomes yet.
  const checked =
    outcomes.length > 0
      ? outcomes
      : await deps.checking.check(requester, checks, { text: responseText, sources })
  if (!checked) return
  const judged: Outcome[] = []
  for (const [index, check] of checks.entries()) {
    const known = checked[index]
    if (check.kind !== 'judge' || (known && known.code !== 'JUDGE_WAITING')) {
      if (known) judged.push(known)
      continue
    }
    const askJudge = async (system: string, text: string) => {
      const tag = await deps.models.tagForPrompt(check.modelTagId)
      const messages = [
        { role: 'system' as const, text: system },
        { role: 'user' as const, text },
      ]
      const options = { temperature: 0 }
      const question = { viewer, channel: 'replay' as const, tag, messages, options, language, signal }
      let reply = ''
      for await (const event of deps.answers.answerDirectly(question))
        if (event.type === 'text') reply += event.text
        else if (event.type === 'reasoned') reply = ''
      return reply
    }
    const judging = { rule: check.rule, question: prompt, answer: responseText }
    judged.push(await judge(judging, askJudge, goesOnAfter))
  }
  await untilStored(deps, { tagRun, position, signal }, () =>
    storeOutcomes(deps.db.pool, tagRun, position, judged),
  )
}

/**
 * Stores what an answer became. Retries while the database is unavailable or busy: an answer that was made must not be lost.
 * One that cannot be stored ends as failed, and the run continues (decision 41).
 */
async function untilStored(
  { db, log }: OpenedRunsDeps,
  { tagRun, position, signal }: { tagRun: TagRun; position: number; signal: AbortSignal },
  store: () => Promise<void>,
): Promise<void> {
  const mayPass = passingOf(db)
  const fail = () => failAnswer(db.pool, tagRun, position, new Problem('UNEXPECTED'))
  for (let storing = store; ;) {
    try {
      return await storing()
    } catch (error) {
      if (signal.aborted) throw error
      if (mayPass(error)) {
        log.error({ err: error }, 'an answer of a golden set could not be stored yet')
        await waitToRetry(signal)
      } else if (storing === store) {
        log.error({ err: error, runId: tagRun.runId }, 'an answer of a golden set cannot be stored')
        storing = fail
      } else throw error
    }
  }
}

/** Ends a run with its error; returns false when it continues, after a transient error. */
async function endsWith(
  deps: OpenedRunsDeps,
  runId: number,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted || deps.answers.stopping()) return true
  if (isTransient(error)) {
    await waitToRetry(signal)
    return false
  }
  const code = error instanceof Problem ? error.code : 'UNEXPECTED'
  if (!(error instanceof Problem)) deps.log.error({ err: error, runId }, 'a run of a golden set broke')
  try {
    const run = await ownRun(deps.db.pool, runId, deps.answers.serverId)
    await failRun(deps.db.pool, runId, deps.answers.serverId, code)
    if (run) await publishEnd(deps, run)
    return true
  } catch (failure) {
    deps.log.error({ err: failure, runId }, 'the end of a run could not be stored yet')
    await waitToRetry(signal)
    return false
  }
}

/** Notifies the readers of the set that a run began or ended. */
export function publishEnd(
  deps: Pick<OpenedRunsDeps, 'bus' | 'db'>,
  { goldenSetId }: { goldenSetId: number },
): Promise<void> {
  return deps.bus.publish(deps.db.orm, { type: 'item.changed', noun: goldensetItem.noun, id: goldenSetId })
}
