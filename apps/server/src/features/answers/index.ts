import { randomUUID } from 'node:crypto'
import { MESSAGE_STATE, type Answer } from '@polylogue/contract'
import type { Routes } from '../../http/routes.ts'
import { outageOf } from '../../platform/apart.ts'
import type { Blobs } from '../../platform/blobs/index.ts'
import type { Runner } from '../../platform/db/index.ts'
import type { Person } from '../../access/index.ts'
import type { CountedAnswer } from '../usage/index.ts'
import {
  batched,
  insertMessages,
  openDirect,
  start,
  type Asked,
  type AskingGiven,
  type Direct,
  type DirectEvent,
  type DirectQuestion,
} from './asking/index.ts'
import { assemble, history, historyReader, question, type ContextSource } from './context/index.ts'
import { openReaders, stillReading, stopAnswer, untilEnded } from './following/index.ts'
import { listen } from './listeners.ts'
import { openQueue, type QueueLimits } from './queue/index.ts'
import {
  appendEvents,
  endMessages,
  enterServers,
  Recorder,
  type EndedAnswer,
  type Servers,
} from './recording/index.ts'
import { answersRoutes } from './routes.ts'
import type { AnsweringGiven } from './run/index.ts'
import { endAll, answersService, type AnswersService } from './service.ts'

export type {
  Direct,
  DirectEvent,
  DirectQuestion,
  KeptFile,
  NewAttachment,
  PreparedAttachment,
  PromptTag,
  TabOfPrompt,
} from './asking/index.ts'
export type { ContextSource } from './context/index.ts'

/** What the system gives to answers. `sources` go into a prompt in their order, before the question. */
export type AnswersFeatureGiven = Omit<
  AskingGiven,
  'serverId' | 'recorder' | 'readers' | 'run' | 'assemble' | 'queue' | 'direct' | 'insert' | 'stopping'
> & {
  readonly limits: AnsweringGiven['limits'] & QueueLimits
  readonly sources: readonly ContextSource[]
  /** Called after answers ended and everybody was told, so that they are found again. */
  readonly onEnded: (messageIds: readonly number[]) => Promise<void>
  /** Called whenever answers of processes that are gone were ended, except before the first question. */
  readonly onReaped: () => Promise<void>
  /** Counts answers: those that are kept with the statement's own transaction, the others soon. */
  readonly usage: {
    addWithin(db: Runner, answers: readonly CountedAnswer[]): Promise<void>
    add(answer: CountedAnswer): void
    /** Counts what is not counted yet. */
    settle(): Promise<void>
  }
}

export interface AnswersFeature {
  readonly service: AnswersService
  readonly routes: Routes
  /** This process, as the messages and replays that it works at carry it. */
  readonly serverId: string
  /**
   * Stores a question and starts its answer, for features that ask by themselves.
   * @throws Problem why it may not be asked or stored: see the contract's `answers.stream`
   */
  ask(viewer: Person, asked: Asked): Promise<StartedAnswer>
  /** Waits until an answer ended, wherever it is made, or until `signal`. @throws Problem NOT_FOUND when it is gone */
  untilEnded(messageId: number, signal: AbortSignal): Promise<void>
  /** Stops an answer, wherever it is made, and waits for its end; who may was asked. @throws Problem NOT_FOUND */
  stop(messageId: number): Promise<void>
  /** Whether no questions are taken any more. */
  stopping(): boolean
  /** How an answer stands that this process is making. */
  live(messageId: number): Answer | undefined
  /**
   * Asks a tag without keeping anything but the count of it. Nothing happens before the first event is wanted; leaving the loop
   * ends the answer at its engine at once. Events are a place in the queue while it waits, then the engine's own.
   * @throws Problem MODEL_UNAVAILABLE at once; while events are read, before the first: TOO_MANY_STREAMS, QUEUE_FULL,
   *   SERVER_BUSY, SHUTTING_DOWN, and what engines fail with and the limits of answers at any time. The signal's reason.
   */
  answerDirectly(asked: DirectQuestion): AsyncIterableIterator<DirectEvent>
  /** Does other work of an engine when its turn in the line has come; see Direct. */
  readonly inTurn: Direct['inTurn']
  /** How many answers engines make for this process. */
  count(): number
  /** How many questions wait for their turn. */
  waiting(): number
  /** Enters this process among those that answer and ends what the dead left behind. Before anybody asks. */
  start(): Promise<void>
  /** Takes no more questions, gives running answers `graceMs` to end, ends the others with their text kept. */
  end(graceMs: number): Promise<void>
  /** Leaves the processes that answer. After `end`, and after everything that asks by itself was closed. */
  close(): Promise<void>
}

/** An answer that was started; `ended` resolves when everybody was told of its end. */
export interface StartedAnswer {
  readonly messageId: number
  readonly ended: Promise<void>
  stop(): void
}

/** Between two commits of new questions: see batched. */
const COMMIT_GAP_MS = 3

/** Streams that one person may have open beside those of their own questions. */
const OTHER_PAGES = 20

/** The source of a tab's earlier turns. */
export function historySource(given: { db: AskingGiven['db']; blobs: Blobs }): ContextSource {
  return history(historyReader({ db: given.db.pool, blobs: given.blobs }))
}

/** Answers: one pipeline for every door. */
export function answersFeature(given: AnswersFeatureGiven): AnswersFeature {
  let closing = false
  let servers: Servers | undefined
  const stopping = () => closing
  const full = withOwnParts(given, stopping)
  const { serverId, recorder, readers, queue, direct } = full
  const leave = listen(given.bus, full)
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
    inTurn: (wanted, work) => direct.inTurn(wanted, work),
    live: (messageId) => recorder.find(messageId)?.answer,
    count: () => queue.counts.made,
    waiting: () => queue.counts.waiting,
    async start() {
      servers = await enterServers({
        db: given.db,
        id: serverId,
        log: given.log,
        ended: given.onEnded,
        reaped: given.onReaped,
      })
    },
    async end(graceMs) {
      closing = true
      await endAll(full, graceMs)
      await given.usage.settle()
    },
    async close() {
      leave()
      readers.close()
      await servers?.close()
    },
  }
}

/** What asking uses: what the system gives, and the feature's own parts, which live as long as the process. */
function withOwnParts(given: AnswersFeatureGiven, stopping: () => boolean): AskingGiven {
  const serverId = randomUUID()
  // As many as one may have questions, and the pages of a normal session beside.
  const most = given.limits.streamsPerUser + given.limits.waitingPerUser + OTHER_PAGES
  const queue = openQueue(given.limits)
  const run = { log: given.log, limits: given.limits }
  const counted = (answer: CountedAnswer) => given.usage.add(answer)
  return {
    ...given,
    serverId,
    recorder: openRecorder(given, serverId),
    readers: openReaders({ ...given, most, still: (following) => stillReading(given.db.orm, following) }),
    queue,
    direct: openDirect({ queue, run, engineOf: given.engineOf, stopping, counted }),
    insert: batched((messages) => insertMessages(given.db.pool, messages), COMMIT_GAP_MS, outageOf(given.db)),
    stopping,
    run,
    assemble: (asked) => assemble(asked, given.sources, question()),
  }
}

function openRecorder(given: AnswersFeatureGiven, serverId: string): Recorder {
  return new Recorder({
    log: given.log,
    isOutage: outageOf(given.db),
    store: {
      append: (batches) => appendEvents(given.db.pool, batches),
      // What runs may end although space is short: nothing grows by it but the text that came.
      end: (ended) =>
        given.db.transaction(
          async (_, client) => {
            const flipped = await endMessages(client, ended)
            await given.usage.addWithin(client, counted(ended, flipped))
            return flipped
          },
          { essential: true },
        ),
      messages: (ids) => given.queries.messages(ids),
    },
    grew: (messageIds) => tellOthers(given, serverId, messageIds),
    ended: (messageIds) => {
      given
        .onEnded(messageIds)
        .catch((error: unknown) => given.log.error({ err: error }, 'ended answers are not indexed yet'))
    },
  })
}

/** Ended answers as they are counted; one that somebody else ended is theirs to count. */
function counted(ended: readonly EndedAnswer[], flipped: ReadonlySet<number>): CountedAnswer[] {
  return ended.flatMap(({ messageId, usage, state, tokensPrompt, tokensResponse, overallMs }) =>
    usage && flipped.has(messageId)
      ? [{ ...usage, state: countedState(state), tokensPrompt, tokensResponse, ms: overallMs ?? 0 }]
      : [],
  )
}

function countedState(state: EndedAnswer['state']): CountedAnswer['state'] {
  return state === MESSAGE_STATE.done || state === MESSAGE_STATE.failed ? state : MESSAGE_STATE.aborted
}

/** Says to the other processes that answers grew. The embedded database has one process only. */
function tellOthers(given: AnswersFeatureGiven, server: string, messageIds: number[]): void {
  if (given.db.kind === 'embedded') return
  for (let from = 0; from < messageIds.length; from += 400) {
    const part = messageIds.slice(from, from + 400)
    given.bus
      .publish(given.db.orm, { type: 'answer.grew', server, messageIds: part })
      .catch((error: unknown) => given.log.debug({ err: error }, 'other processes were not told'))
  }
}
