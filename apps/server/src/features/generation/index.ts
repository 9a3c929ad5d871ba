import { randomUUID } from 'node:crypto'
import type { Answer } from '@polylogue/contract'
import type { Routes } from '../../http/routes.ts'
import type { Blobs } from '../../platform/blobs/index.ts'
import { assemble } from './context/assemble.ts'
import { history } from './context/history.ts'
import { batched } from './batched.ts'
import { question } from './context/question.ts'
import type { ContextSource } from './context/source.ts'
import type { GenerationGiven } from './given.ts'
import { historyReader } from './history-store.ts'
import { listen } from './listeners.ts'
import { openPlaces } from './places.ts'
import { openReaders } from './readers.ts'
import { stillReading } from './readers-store.ts'
import { Recorder } from './recorder.ts'
import { openReplays } from './replays.ts'
import { generationRoutes } from './routes.ts'
import type { RunGiven } from './run.ts'
import { endAll, generationService, type GenerationService } from './service.ts'
import { enterServers, type Servers } from './servers.ts'
import { appendEvents, endMessages, insertMessages } from './store.ts'

export type { ContextSource } from './context/source.ts'
export type { PreparedAttachment, PromptTag } from './given.ts'
export type { NewAttachment } from './store.ts'
export type { GenerationService } from './service.ts'

/** What the system gives to generation. `sources` go into a prompt in their order, before the question. */
export type GenerationFeatureGiven = Omit<
  GenerationGiven,
  'serverId' | 'recorder' | 'readers' | 'run' | 'assemble' | 'places' | 'insert' | 'stopping'
> & {
  readonly limits: RunGiven['limits'] & { streamsPerUser: number; streamsPerServer: number }
  readonly sources: readonly ContextSource[]
  /** Called after answers ended and everybody was told, so that they are found again. */
  readonly onEnded: (messageIds: readonly number[]) => Promise<void>
}

export interface GenerationFeature {
  readonly service: GenerationService
  readonly routes: Routes
  /** How an answer stands that this process is making. */
  live(messageId: number): Answer | undefined
  /** How many answers this process is making. */
  count(): number
  /** Enters this process among those that answer and ends what the dead left behind. Before anybody asks. */
  start(): Promise<void>
  /** Goes on with the replays that processes which are gone left. Once engines can be asked. */
  takeUp(): Promise<void>
  /** Takes no more questions, gives running answers `graceMs` to end, ends the others with their text kept. */
  close(graceMs: number): Promise<void>
}

/** Between two commits of new questions: see batched. */
const COMMIT_GAP_MS = 3

/** The source of a tab's earlier turns. */
export function historySource(given: { db: GenerationGiven['db']; blobs: Blobs }): ContextSource {
  return history(historyReader({ db: given.db.pool, blobs: given.blobs }))
}

/** Answers: one pipeline for every door. */
export function generationFeature(given: GenerationFeatureGiven): GenerationFeature {
  const serverId = randomUUID()
  let closing = false
  let servers: Servers | undefined
  const recorder = new Recorder({
    log: given.log,
    store: {
      append: (batches) => appendEvents(given.db.pool, batches),
      // What runs may end although space is short: nothing grows by it but the text that came.
      end: (ended) => given.db.transaction((_, client) => endMessages(client, ended), { essential: true }),
      messages: (ids) => given.queries.messages(ids),
    },
    grew: (messageIds) => tellOthers(given, serverId, messageIds),
    ended: (messageIds) => {
      given
        .onEnded(messageIds)
        .catch((error: unknown) => given.log.error({ err: error }, 'ended answers are not indexed yet'))
    },
  })
  const readers = openReaders({ ...given, still: (following) => stillReading(given.db.orm, following) })
  const full: GenerationGiven = {
    ...given,
    serverId,
    recorder,
    readers,
    places: openPlaces(given.limits),
    insert: batched((messages) => insertMessages(given.db.pool, messages), COMMIT_GAP_MS),
    stopping: () => closing,
    run: { clock: given.clock, log: given.log, limits: given.limits },
    assemble: (asked) => assemble(asked, given.sources, question()),
  }
  const leave = listen(given.bus, recorder, given)
  const service = generationService(full)
  const replays = openReplays(full)
  return {
    service,
    routes: generationRoutes(service, replays),
    live: (messageId) => recorder.find(messageId)?.answer,
    count: () => recorder.size,
    async start() {
      servers = await enterServers({
        db: given.db,
        id: serverId,
        log: given.log,
        ended: given.onEnded,
        reaped: () => replays.takeUp(),
      })
    },
    takeUp: () => replays.takeUp(),
    async close(graceMs) {
      closing = true
      await endAll(full, graceMs)
      await replays.close()
      leave()
      readers.close()
      await servers?.close()
    },
  }
}

/** Says to the other processes that answers grew. The embedded database has one process only. */
function tellOthers(given: GenerationFeatureGiven, server: string, messageIds: number[]): void {
  if (given.db.kind === 'embedded') return
  for (let from = 0; from < messageIds.length; from += 400) {
    const part = messageIds.slice(from, from + 400)
    given.bus
      .publish(given.db.orm, { type: 'answer.grew', server, messageIds: part })
      .catch((error: unknown) => given.log.debug({ err: error }, 'other processes were not told'))
  }
}
