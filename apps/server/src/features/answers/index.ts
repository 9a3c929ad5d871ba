import { randomUUID } from 'node:crypto'
import type { Answer } from '@polylogue/contract'
import type { Routes } from '#http/routes.ts'
import { fullOf, outageOf } from '#platform/isolate-failures.ts'
import { batched } from '#platform/batched.ts'
import type { Blobs } from '#platform/blobs/index.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { Person } from '#access/index.ts'
import type { CountedAnswer } from '#features/usage/index.ts'
import { answerAlone, type AloneQuestion } from './asking/alone.ts'
import { insertMessages } from './asking/store.ts'
import { openDirect, type Direct, type DirectEvent, type DirectQuestion } from './asking/direct.ts'
import { placesOf } from './asking/place-store.ts'
import { start, type QuestionInput } from './asking/start.ts'
import type { AnswersParts, AnswersServices } from './asking/deps.ts'
import {
  assemble,
  history,
  historyReader,
  question,
  type ContextSource,
  type SourceEvent,
} from './context/index.ts'
import { openReaders } from './following/readers.ts'
import { mayBeLong, openSeen } from './following/seen.ts'
import { openTelling } from './following/telling.ts'
import { stillReading } from './following/readers-store.ts'
import { stopAnswer, untilEnded } from './following/endings.ts'
import { listen } from './listeners.ts'
import { openQueue, type QueueLimits, type QueueLine } from './queue/index.ts'
import { appendEvents, endMessages } from './recording/store.ts'
import { enterServers, type Servers } from './recording/servers.ts'
import { openAfterEnds, type AfterEnds, type AnswerEnd } from './recording/after-ends.ts'
import { Recorder } from './recording/recorder.ts'
import { storeUnstored, unstoredFile, type UnstoredFile } from './recording/unstored.ts'
import { answersRoutes } from './routes.ts'
import type { StreamAnswerDeps, TellOutcome } from './run/index.ts'
import { endAll, answersService, type AnswersService } from './service.ts'

export type { AloneQuestion } from './asking/alone.ts'
export type { Direct, DirectEvent, DirectQuestion } from './asking/direct.ts'
export type { TabOfPrompt } from './asking/deps.ts'
export { isTransient, waitToRetry } from './asking/transient.ts'
export type {
  CitedPassage,
  ContextSource,
  EarlierTurn,
  PromptPart,
  Question,
  SourceEvent,
  TurnModel,
} from './context/index.ts'
export { speedOf } from './recording/ended-answer.ts'
export type { QueueLine } from './queue/index.ts'
export type { TellOutcome } from './run/index.ts'

/** Dependencies of answers. `sources` are added to a prompt in their order, before the question. */
export interface AnswersFeatureDeps extends AnswersServices {
  readonly limits: StreamAnswerDeps['limits'] & QueueLimits
  readonly sources: readonly ContextSource[]
  /** Where ends are kept that the database cannot take, and whether space for them is taken at the start. */
  readonly unstored: { readonly folder: string; readonly takesRoom: boolean }
  /** Called synchronously with the outcome of each answer; must be cheap. */
  readonly outcome: TellOutcome
  /** Called after answers ended and readers were notified, to index them for search. */
  readonly onEnded: (messageIds: readonly number[]) => Promise<void>
  /** Called after every search for dead processes, except the one before the first question. */
  readonly onReaped: () => Promise<void>
  /** Counts answers that are not stored. The others are counted with their end. */
  readonly usage: {
    add(answer: CountedAnswer): void
    /** Flushes the counts that are not stored yet. */
    settle(): Promise<void>
  }
}

export interface AnswersFeature {
  readonly service: AnswersService
  readonly routes: Routes
  /** The id of this process, which its messages and replays carry. */
  readonly serverId: string
  /**
   * Stores a question and starts its answer, for features that ask by themselves.
   * @throws Problem why it may not be asked or stored: see the contract's `answers.stream`
   */
  ask(viewer: Person, asked: QuestionInput): Promise<StartedAnswer>
  /** Waits until an answer ended, in any process, or until `signal`. @throws Problem NOT_FOUND when it is deleted */
  untilEnded(messageId: number, signal: AbortSignal): Promise<void>
  /** Stops an answer in any process and waits for its end; the caller checks access. @throws Problem NOT_FOUND */
  stop(messageId: number): Promise<void>
  /** Whether new questions are rejected. */
  stopping(): boolean
  /** Returns the current content of an answer that this process makes. */
  live(messageId: number): Answer | undefined
  /**
   * Asks a tag and stores only the usage count. Starts when the first event is read; leaving the loop aborts the request to
   * the engine. Yields queue positions while waiting, then the events of the engine.
   * @throws Problem MODEL_UNAVAILABLE at once; while events are read, before the first: TOO_MANY_STREAMS, QUEUE_FULL,
   *   SERVER_BUSY, SHUTTING_DOWN; at any time engine failures and answer limits. Throws the signal's reason.
   */
  answerDirectly(asked: DirectQuestion): AsyncIterableIterator<DirectEvent>
  /**
   * Asks like a question of a chat, without a tab, and stores only the usage count. Yields `status` with the phase `reading`
   * when its turn has come: the prompt is made and the engine asked when the next event is read.
   * @throws Problem as answerDirectly; CONFIDENTIAL_TURN
   */
  answerAlone(asked: AloneQuestion): AsyncGenerator<DirectEvent | SourceEvent>
  /** Runs other work of an engine when its turn in the queue comes; see Direct. */
  readonly inTurn: Direct['inTurn']
  /** Number of answers that engines make for this process. */
  count(): number
  /** Number of questions that wait in the queue. */
  waiting(): number
  /** Returns the lines of the providers in the queue of this process. */
  lines(): QueueLine[]
  /** Registers this process and ends the answers that dead processes left. Call before the first question. */
  start(): Promise<void>
  /** Rejects new questions, lets accepted ones be answered until `grace` aborts, then ends the rest and keeps their text. */
  end(grace: AbortSignal): Promise<void>
  /** Unregisters this process. Call after `end`, and after every feature that asks by itself is closed. */
  close(): Promise<void>
}

/** A started answer; `ended` resolves when all readers were notified of its end. */
export interface StartedAnswer {
  readonly messageId: number
  readonly ended: Promise<void>
  stop(): void
}

/** Questions of one statement, which has their files as well. */
const BATCH_MOST = 50

/** Streams that a user may have open beside those of their own questions. */
const OTHER_PAGES = 20

/** The source of a tab's earlier turns. */
export function historySource({
  db,
  ...deps
}: Pick<AnswersServices, 'db' | 'confidentiality'> & { blobs: Blobs }): ContextSource {
  return history(historyReader({ db: db.pool, isOutage: outageOf(db), ...deps }))
}

/** Opens answers: one pipeline for every endpoint. */
export function answersFeature(deps: AnswersFeatureDeps): AnswersFeature {
  let closing = false
  let servers: Servers | undefined
  const stopping = () => closing
  const serverId = randomUUID()
  const unstored = unstoredFile(deps.unstored.folder, serverId)
  const onEnds = followEnds(deps)
  const afterEnds = openAfterEnds(onEnds.known, deps.log)
  const parts = openParts(deps, { serverId, stopping, unstored, afterEnds })
  const { recorder, readers, queue, direct } = parts
  const full = { ...deps, ...parts }
  const leave = listen(deps.bus, full)
  const service = answersService(full)
  return {
    service,
    routes: answersRoutes(service),
    serverId,
    async ask(viewer, asked) {
      const live = await start(full, viewer, asked)
      return { messageId: live.messageId, ended: live.ended, stop: () => live.stop.abort() }
    },
    untilEnded: (messageId, signal) => untilEnded(full, messageId, signal),
    stop: (messageId) => stopAnswer(full, messageId),
    stopping,
    answerDirectly: (asked) => direct.answer(asked),
    answerAlone: (asked) => answerAlone(full, asked),
    inTurn: (wanted, work) => direct.inTurn(wanted, work),
    live: (messageId) => recorder.find(messageId)?.answer,
    count: () => queue.counts.made,
    waiting: () => queue.counts.waiting,
    lines: () => queue.lines(),
    async start() {
      const { folder } = deps.unstored
      const before = (dead: readonly string[]) =>
        storeUnstored({ db: deps.db, folder, dead, end: endMessages, stored: onEnds.unknown })
      servers = await enterServers({
        db: deps.db,
        id: serverId,
        log: deps.log,
        isLive: (messageId) => recorder.find(messageId) !== undefined,
        ended: onEnds.unknown,
        reaped: deps.onReaped,
        before,
      })
      if (deps.unstored.takesRoom) await unstored.takeRoom()
    },
    async end(grace) {
      closing = true
      await endAll(full, grace)
      await afterEnds.settle()
      await deps.usage.settle()
    },
    async close() {
      leave()
      readers.close()
      await servers?.close()
      await unstored.close()
    },
  }
}

/** Returns what is done after answers ended, of those whose beginning is known and of others. */
function followEnds({ onEnded, db, log }: AnswersFeatureDeps) {
  const tell = openTelling({ db, log })
  const known = async (ends: readonly AnswerEnd[]): Promise<void> => {
    const long = ends.filter(({ asked }) => mayBeLong(asked)).map(({ messageId }) => messageId)
    await Promise.all([onEnded(ends.map(({ messageId }) => messageId)), tell(long)])
  }
  return {
    known,
    unknown: (ids: readonly number[]) => known(ids.map((messageId) => ({ messageId, asked: undefined }))),
  }
}

/** Opens the parts of answers that live as long as the process. */
function openParts(
  deps: AnswersFeatureDeps,
  own: { serverId: string; stopping: () => boolean; unstored: UnstoredFile; afterEnds: AfterEnds },
): AnswersParts {
  const { serverId, stopping, unstored, afterEnds } = own
  // The limit of a user's questions, plus the pages of a normal session.
  const most = () => deps.limits.streamsPerUser + deps.limits.waitingPerUser + OTHER_PAGES
  const queue = openQueue(deps.limits)
  const run = { log: deps.log, limits: deps.limits, outcome: deps.outcome }
  const batches = { gapMs: PAUSES.batches, most: BATCH_MOST, isOutage: outageOf(deps.db) }
  const counted = (answer: CountedAnswer) => deps.usage.add(answer)
  return {
    serverId,
    recorder: openRecorder(deps, { serverId, unstored, afterEnds }),
    readers: openReaders({
      ...deps,
      most,
      seen: openSeen(deps),
      still: (following) => stillReading(deps.db.orm, following),
    }),
    queue,
    direct: openDirect({ queue, run, engineOf: deps.engineOf, stopping, counted }),
    findPlace: batched(placesOf(deps.db.orm), { ...batches, gapMs: PAUSES.smallReads, isRead: true }),
    insert: batched((messages) => insertMessages(deps.db.pool, messages), {
      ...batches,
      personOf: ({ userId }) => userId,
    }),
    stopping,
    run,
    assemble: (asked) => assemble(asked, deps.sources, question()),
  }
}

function openRecorder(
  deps: AnswersFeatureDeps,
  { serverId, unstored, afterEnds }: { serverId: string; unstored: UnstoredFile; afterEnds: AfterEnds },
): Recorder {
  return new Recorder({
    log: deps.log,
    isOutage: outageOf(deps.db),
    isFull: fullOf(deps.db),
    store: {
      // Running answers may go on and end although disk space is short: they only add the received text.
      append: (batches) => appendEvents(deps.db.essential, batches),
      end: (ended) => endMessages(deps.db.essential, ended),
      keepAside: (ended) => unstored.keep(ended),
      messages: (ids) => deps.queries.messages(ids),
    },
    grew: (messageIds) => notifyOtherServers(deps, serverId, messageIds),
    ended: (ends) => afterEnds.add(ends),
  })
}

/** Notifies the other processes that answers grew. The embedded database has one process only. */
function notifyOtherServers(deps: AnswersFeatureDeps, server: string, messageIds: number[]): void {
  if (deps.db.kind === 'embedded') return
  for (let from = 0; from < messageIds.length; from += 400) {
    const part = messageIds.slice(from, from + 400)
    deps.bus
      .publish(deps.db.orm, { type: 'answer.grew', server, messageIds: part })
      .catch((error: unknown) => deps.log.debug({ err: error }, 'other processes were not told'))
  }
}
