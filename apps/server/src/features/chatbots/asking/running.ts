// Runs the answers of visitors in this process: writes their texts each second, and stops those whose chatbot is closed or whose
// visitor is gone.
import type { ChatbotSources } from '@polylogue/contract'
import { isPerson, type Viewer } from '#access/index.ts'
import type { EventSource } from '#http/stream.ts'
import { batched } from '#platform/batched.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import { outageOf } from '#platform/isolate-failures.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import { PAUSES } from '#platform/pauses.ts'
import { Problem } from '#problem.ts'
import type { AnswersFeature, EarlierTurn } from '#features/answers/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import { foundBots } from '../found-bot-store.ts'
import { isOverload } from '../overload.ts'
import { isOpen } from '../rules.ts'
import type { FoundSession, Visits } from '../sessions/index.ts'
import type { States } from '../states.ts'
import type { Answering, StoredSource } from '../table.ts'
import { Live, Stopped } from './live.ts'
import { errorEvent, mediaIdOf, sourcesEvent, storedSources, toVisitorMessage } from './shown.ts'
import * as store from './store.ts'

export interface RunningDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly bus: Pick<Bus, 'on' | 'publish'>
  readonly outbound: Pick<Outbound, 'judge'>
  readonly answers: Pick<AnswersFeature, 'answerAlone'>
  readonly states: States
  readonly visits: Pick<Visits, 'answererOf'>
  /** Called after an answer of a chatbot's visitor ended without a good answer. */
  readonly missed: (chatbotId: number) => void
}

/** A stored question that is to be answered. */
export interface Question {
  readonly messageId: number
  /** Whose limits and turns it takes. */
  readonly asker: Viewer
  readonly session: FoundSession
  readonly person: Parameters<AnswersFeature['answerAlone']>[0]['viewer']
  readonly answering: Answering
  readonly tag: AskableTag
  readonly prompt: string
  readonly earlier: readonly EarlierTurn[]
  readonly rule: ChatbotSources
}

export interface Running {
  /** Begins an answer; the returned stream follows it. It goes on when nobody does. */
  start(question: Question): EventSource
  /** Stops the answers of a session, in any process; waits for the end of those of this one. */
  stop(sessionId: number): Promise<void>
  /** Stores the texts so far and ends the watch. Call after the answers of this process were ended. */
  close(): Promise<void>
}

const TICK_MS = 1_000
/** Everything that closes a chatbot is noticed within this time and a statement. */
const CHECK_TICKS = 2
/** Far below the time after which an answer counts as dead (`caps-store.ts`, `store.endDead`). */
const ALIVE_TICKS = 5
/** How long an answer goes on without its visitor: for a change of the page. */
const ALONE_MS = 20_000
const RETRIES = 5

interface One {
  readonly live: Live
  readonly question: Question
  sources: StoredSource[]
  missed: boolean
  tokens: number
  /** The length of the text, and the sources, that were stored last. */
  stored: { readonly length: number; readonly sources: readonly StoredSource[] }
}

export function openRunning(deps: RunningDeps): Running {
  const { db, bus, log } = deps
  const running = new Set<One>()
  const now = () => deps.clock.now().getTime()
  let isClosing = false
  const storing = storingIn(db, () => isClosing)
  let ticks = 0
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()
  const tick = async () => {
    ticks++
    try {
      await writeAll(deps, running, ticks % ALIVE_TICKS === 0)
      if (ticks % CHECK_TICKS === 0) await checkAll(deps, running)
    } catch (error) {
      log.warn({ err: error }, 'answers of chatbots were not looked at')
    }
    timer = undefined
    schedule()
  }
  const schedule = () => {
    if (running.size > 0) timer ??= setTimeout(() => void (ticking = tick()), TICK_MS)
  }
  const stopHere = (sessionId: number) => {
    const own = [...running].filter(({ question }) => question.session.session.id === sessionId)
    own.forEach(({ live }) => live.stop('stopped'))
    return own
  }
  const leave = bus.on('chatbot.stopped', ({ sessionId }) => void stopHere(sessionId))
  return {
    start(question) {
      const live = new Live(question.messageId, now, () => running.size)
      const sources: StoredSource[] = []
      const stored = { length: 0, sources }
      const one: One = { live, question, sources, missed: false, tokens: 0, stored }
      running.add(one)
      schedule()
      void answer(deps, one, storing).finally(() => running.delete(one))
      return live.source()
    },
    async stop(sessionId) {
      const own = stopHere(sessionId)
      // Other processes may have answers of the same session.
      await bus.publish(db.orm, { type: 'chatbot.stopped', sessionId })
      await Promise.all(own.map(({ live }) => live.ended))
    },
    async close() {
      isClosing = true
      leave()
      for (const { live } of running) live.stop('left')
      await Promise.all([...running].map(({ live }) => live.ended))
      clearTimeout(timer)
      await ticking
      clearTimeout(timer)
    },
  }
}

interface Storing {
  storeEnd(ended: store.Ended): Promise<unknown>
  /** Whether to try again after an error, however often it was tried. */
  isLasting(error: unknown): boolean
}

function storingIn(db: Database, isClosing: () => boolean): Storing {
  const isOutage = outageOf(db)
  const work = async (ended: readonly store.Ended[]) => {
    await store.end(db.essential, ended)
    return ended
  }
  return {
    storeEnd: batched(work, { gapMs: PAUSES.batches, most: 50, isOutage }),
    isLasting: (error) => !isClosing() && isOutage(error),
  }
}

type HowEnded = Pick<store.Ended, 'state' | 'errorCode'>

/** Answers a question. Never rejects: a failure is an end. */
async function answer(deps: RunningDeps, one: One, { storeEnd, isLasting }: Storing): Promise<void> {
  const { live, question } = one
  let end: HowEnded = await follow(deps, one).then(
    () => ({ state: 1 as const, errorCode: null }),
    (error: unknown) => endOf(deps, live, error),
  )
  const { messageId, rule } = question
  // Guide has no other way to say that it found nothing.
  one.missed ||= end.state === 1 && question.tag.kind === 'guide' && one.sources.length === 0
  const stored = {
    id: messageId,
    answer: live.text,
    sources: one.sources,
    missed: one.missed,
    tokens: one.tokens > 0 ? one.tokens : leastTokens(one),
    ...end,
  }
  const isStored = await keepTrying(deps, () => storeEnd(stored), isLasting)
  if (!isStored) end = { state: 2, errorCode: 'INTERRUPTED' }
  const created = deps.clock.now()
  const shown = { ...stored, ...end, question: question.prompt, rating: 0, created }
  live.emit({ type: 'query', query: toVisitorMessage(shown, rule) })
  if (end.state === 1) live.emit({ type: 'done' })
  else if (end.errorCode === null) live.emit({ type: 'abort' })
  else live.emit(errorEvent(end.errorCode))
  live.close()
  const { chatbotId } = question.session.session
  const isOfVisitor = !isPerson(question.asker)
  const isUnanswered = one.missed || (end.state === 2 && !isOverload(end.errorCode))
  if (chatbotId !== null && isOfVisitor && isUnanswered) deps.missed(chatbotId)
}

/** Characters of a token, about. */
const TOKEN_CHARACTERS = 4

/** What an answer costs at least whose engine told nothing: one that was stopped or broke off is paid for, too. */
function leastTokens({ live, question: { prompt, earlier } }: One): number {
  if (live.text === '') return 0
  const before = earlier.reduce((sum, turn) => sum + turn.question.length + turn.answer.length, prompt.length)
  return Math.ceil((before + live.text.length) / TOKEN_CHARACTERS)
}

function endOf({ log }: RunningDeps, live: Live, error: unknown): HowEnded {
  const reason: unknown = live.stopping.signal.aborted ? live.stopping.signal.reason : error
  if (reason instanceof Stopped)
    return { state: 3, errorCode: reason.why === 'closed' ? 'CHATBOT_CLOSED' : null }
  if (reason instanceof Problem) return { state: 2, errorCode: reason.code }
  log.error({ err: reason }, 'an answer of a chatbot failed')
  return { state: 2, errorCode: 'UNEXPECTED' }
}

/**
 * Stores an end, for as long as an outage takes: no more are kept than answers were running, since questions need the database,
 * too. Returns false for what it does not take at all; that is ended as interrupted later (`store.endDead`).
 */
async function keepTrying(
  { log }: RunningDeps,
  work: () => Promise<unknown>,
  isLasting: Storing['isLasting'],
): Promise<boolean> {
  for (let left = RETRIES; ; left--)
    try {
      await work()
      return true
    } catch (error) {
      if (left <= 0 && !isLasting(error)) {
        log.error({ err: error }, 'the end of an answer was not stored')
        return false
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    }
}

/** What a search says that found nothing, or not all words (decisions 99 and 105). */
const MISSES: ReadonlySet<string> = new Set(['DATASOURCE_EMPTY', 'DATASOURCE_WORDS'])

/** Passes on the events of an answer that visitors may see: no reasoning, no figures, no notices, which name data sources. */
async function follow(deps: RunningDeps, one: One): Promise<void> {
  const { live, question } = one
  const { person, asker, tag, prompt, earlier, answering, session, messageId } = question
  live.emit({ type: 'status', phase: 'reading' })
  const events = deps.answers.answerAlone({
    viewer: person,
    asker,
    channel: isPerson(asker) ? 'web' : 'chatbot',
    tag,
    prompt,
    earlier,
    options: answering.options,
    choices: answering,
    language: session.session.language,
    signal: live.stopping.signal,
    async beforeSending(used, statistics) {
      requireInstructions(prompt, statistics)
      await store.setUsed(deps.db.orm, messageId, used)
    },
  })
  for await (const event of events)
    switch (event.type) {
      case 'text':
      case 'reasoned':
        live.emit(event)
        break
      case 'status': {
        const { phase } = event
        const ahead = 'ahead' in event ? { ahead: event.ahead } : {}
        live.emit({ type: 'status', phase, ...ahead })
        break
      }
      case 'sources':
        one.sources = await sourcesOf(deps, event.sources)
        live.emit(sourcesEvent(one.sources, question.rule))
        break
      case 'notice':
        one.missed ||= MISSES.has(event.code)
        break
      case 'end':
        one.tokens = (event.usage.promptTokens ?? 0) + (event.usage.responseTokens ?? 0)
        break
      case 'thinking':
      case 'tool-call':
        break
    }
}

/** A question that would be counted against the chatbot’s instructions, not against itself, when both do not fit. */
const SHORT = 300

/**
 * A chatbot never answers without its instructions: a long question must not push them out of the prompt.
 * @throws Problem CHATBOT_QUESTION_LONG, CHATBOT_CLOSED
 */
function requireInstructions(
  prompt: string,
  { custInstsDropped = 0, custInstsDenied = 0 }: Readonly<Record<string, number | string>>,
): void {
  if (custInstsDenied === 0 && custInstsDropped === 0) return
  if (custInstsDenied !== 0 || prompt.length <= SHORT) throw new Problem('CHATBOT_CLOSED')
  throw new Problem('CHATBOT_QUESTION_LONG', { limit: Math.floor(prompt.length / 2) })
}

async function sourcesOf(
  { db, outbound }: RunningDeps,
  sources: Parameters<typeof storedSources>[0],
): Promise<StoredSource[]> {
  const documents = await store.documentsOf(db.pool, sources.map(mediaIdOf))
  // An address of the intranet is nothing for visitors of a web site.
  const publicUri = (url: string) => {
    const judged = outbound.judge(url)
    return judged?.isPublic ? judged.href : null
  }
  return storedSources(sources, documents, publicUri)
}

/** Stores what is new of the running answers; with `isAlive`, also that the others are still being made. */
async function writeAll(
  { db, clock }: RunningDeps,
  running: ReadonlySet<One>,
  isAlive: boolean,
): Promise<void> {
  const news = [...running].flatMap((one) => {
    const { live, sources, stored } = one
    const { text, messageId: id } = live
    const answer = text.length === stored.length ? null : text
    const written = { id, answer, sources: sources === stored.sources ? null : sources }
    const isNew = isAlive || answer !== null || written.sources !== null
    return isNew ? [{ one, written, stored: { length: text.length, sources } }] : []
  })
  if (news.length === 0) return
  const written = news.map((one) => one.written)
  await store.write(db.essential, written, clock.now())
  for (const { one, stored } of news) one.stored = stored
}

/** Stops the answers of sessions that ended, of chatbots that are closed now, and those that nobody waits for any more. */
async function checkAll(deps: RunningDeps, running: ReadonlySet<One>): Promise<void> {
  const all = [...running]
  if (all.length === 0) return
  const now = deps.clock.now()
  const ids = all.map(({ question }) => question.session.session.id)
  const botIds = all.flatMap(({ question }) => question.session.session.chatbotId ?? [])
  const presence = await store.presenceOf(deps.db.orm, ids, now)
  const bots = new Map((await foundBots(deps.db.orm, [...new Set(botIds)])).map((one) => [one.bot.id, one]))
  for (const { live, question } of all) {
    const { session, found } = question.session
    const seen = presence.get(session.id)
    const current = bots.get(session.chatbotId ?? 0)
    const isSame = !found || (current && !current.inBin && current.bot.identifier === found.bot.identifier)
    const again = { session, found: current ?? null }
    if (!seen || !isSame || !(await mayGoOn(deps, again))) live.stop('closed')
    else if (live.readers === 0 && Math.max(live.leftAt, seen.getTime()) + ALONE_MS <= now.getTime())
      live.stop('left')
  }
}

async function mayGoOn({ states, visits }: RunningDeps, session: FoundSession): Promise<boolean> {
  const { kind } = session.session
  if (kind === 'visitor' || kind === 'server')
    return session.found !== null && isOpen(states.of(session.found))
  return visits.answererOf(session).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'CHATBOT_CLOSED') return false
      throw error
    },
  )
}
