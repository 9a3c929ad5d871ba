// Answers that are not stored here: for API clients, which keep their own conversations, and for features that do.
import type { PromptOptionValues, UsageChannel } from '@polylogue/contract'
import { isPerson, viewerKey, type Viewer } from '#access/index.ts'
import type { ChatEvent, ChatMessage, ChatRequest, Engine } from '#engines/engine.ts'
import { jsonSize } from '#platform/json-size.ts'
import { Problem } from '#problem.ts'
import type { Assembled, SourceEvent } from '../context/index.ts'
import {
  streamAnswer,
  newFigures,
  type AskedRequest,
  type StreamAnswerDeps,
  type Figures,
  type Queued,
} from '../run/index.ts'
import type { Answered, CountedAnswer } from '#features/usage/index.ts'
import { slotsOf, turnsOf, usageOf } from './accounting.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { Queue, QueueEntry } from '../queue/index.ts'
import { ServerEnds } from '../server-ends.ts'

/** A question whose answer is not stored. The caller checks the viewer's access and the tag's capabilities. */
export interface DirectQuestion {
  readonly viewer: Viewer
  readonly channel: UsageChannel
  readonly tag: AskableTag
  readonly messages: readonly ChatMessage[]
  readonly options: Readonly<PromptOptionValues>
  readonly language: string
  /** The numbered passages in the messages. */
  readonly sources?: ChatRequest['sources'] | undefined
  readonly tools?: ChatRequest['tools'] | undefined
  readonly toolChoice?: ChatRequest['toolChoice'] | undefined
  readonly responseFormat?: ChatRequest['responseFormat'] | undefined
  readonly penalties?: ChatRequest['penalties'] | undefined
  readonly reasoning?: ChatRequest['reasoning'] | undefined
  /** Whether nobody waits for it: it gets its turn when no question waits at the provider. */
  readonly isBackground?: boolean
  /** Aborted when the client disconnects: stops the engine at once, or leaves the queue. */
  readonly signal: AbortSignal
  /** Called when its turn has come, directly before the engine is asked; a rejection ends the question. */
  readonly atItsTurn?: (() => Promise<void>) | undefined
}

/** A question whose prompt is assembled at its turn, so that nothing large is held while it waits. */
export interface AssembledQuestion extends Pick<
  DirectQuestion,
  'viewer' | 'channel' | 'tag' | 'options' | 'language' | 'signal'
> {
  /** Memory that it takes while it waits, in bytes. */
  readonly bytes: number
  /** A rejection ends the question. */
  assembled(entry: Pick<QueueEntry, 'reserve'>): Promise<Assembled>
}

/** Queue positions while the question waits, then the engine's events, ending with `end`. */
export type DirectEvent = ChatEvent | Queued

export interface Direct {
  /**
   * Asks an engine. Starts when the first event is read; leaving the loop aborts the request to the engine.
   * @throws Problem while events are read: TOO_MANY_STREAMS, QUEUE_FULL, SERVER_BUSY, SHUTTING_DOWN before the first event,
   *   then engine failures and answer limits. Throws the signal's reason when aborted.
   */
  answer(asked: DirectQuestion): AsyncIterableIterator<DirectEvent>
  /** As `answer`, with the events of the prompt's sources; a reply that needs no model comes as its text. */
  answerAssembled(asked: AssembledQuestion): AsyncGenerator<DirectEvent | SourceEvent>
  /**
   * Runs other work of an engine when its turn comes; it waits in the same queue as answers (decision 0026).
   * @throws Problem TOO_MANY_STREAMS, QUEUE_FULL, SERVER_BUSY, SHUTTING_DOWN, INTERRUPTED; what `work` throws; the signal's
   *   reason
   */
  inTurn<Result>(wanted: EngineWork, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Number of running answers. */
  readonly size: number
  /** Ends the answers of a viewer, by their key. */
  endOf(key: string): void
  /** The keys of the viewers with running answers. */
  askers(): Set<string>
  /** Ends all answers as interrupted. */
  end(): void
  /** Resolves when no answer is running. */
  idle(): Promise<void>
}

/** Work that waits for a turn at a tag's engine. */
export interface EngineWork {
  /** The viewer key whose turn it takes. */
  readonly key: string
  readonly tag: Pick<AskableTag, 'providerId' | 'atOnce' | 'kind' | 'hosts' | 'fullName'>
  /** Memory that it takes while it waits, in bytes. */
  readonly bytes: number
  readonly signal: AbortSignal
}

interface Deps {
  readonly queue: Queue
  readonly run: StreamAnswerDeps
  readonly engineOf: (providerId: number) => Engine
  readonly stopping: () => boolean
  readonly counted: (answer: CountedAnswer) => void
}

interface Running {
  readonly key: string
  readonly stop: AbortController
}

export function openDirect(deps: Deps): Direct {
  const running = new Set<Running>()
  let quiet: (() => void)[] = []
  const ended = (one: Running) => {
    running.delete(one)
    if (running.size > 0) return
    quiet.forEach((tell) => tell())
    quiet = []
  }
  const lifetimeOf = (key: string): RunLifetime => {
    const one = { key, stop: new AbortController() }
    return { one, begun: () => void running.add(one), ended: () => ended(one) }
  }
  return {
    get size() {
      return running.size
    },
    answer(asked) {
      const request = async () => {
        await asked.atItsTurn?.()
        return requestOf(asked)
      }
      return ask(
        deps,
        { ...asked, bytes: () => bytesOf(asked), request },
        lifetimeOf(viewerKey(asked.viewer)),
      )
    },
    answerAssembled(asked) {
      const request = async (entry: QueueEntry) => assembledRequest(asked, await asked.assembled(entry))
      return ask(deps, { ...asked, bytes: () => asked.bytes, request }, lifetimeOf(viewerKey(asked.viewer)))
    },
    inTurn: (wanted, work) => inTurn(deps, wanted, lifetimeOf(wanted.key), work),
    endOf(key) {
      for (const one of running) if (one.key === key) one.stop.abort()
    },
    askers: () => new Set([...running].map(({ key }) => key)),
    end() {
      for (const one of running) one.stop.abort(new ServerEnds('INTERRUPTED'))
    },
    idle: () => (running.size === 0 ? Promise.resolve() : new Promise((resolve) => quiet.push(resolve))),
  }
}

interface RunLifetime {
  readonly one: Running
  readonly begun: () => void
  readonly ended: () => void
}

async function inTurn<Result>(
  deps: Deps,
  { key, tag, bytes, signal }: EngineWork,
  { one, begun, ended }: RunLifetime,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (deps.stopping()) throw new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 })
  const entry = deps.queue.enter({ key, ...slotsOf(tag), bytes: () => bytes })
  begun()
  const both = AbortSignal.any([signal, one.stop.signal])
  try {
    // A client that waits for a whole reply gets no queue positions.
    if (entry.waits) for await (const _ of entry.waiting(both));
    return await work(both)
  } catch (error) {
    const reason: unknown = both.aborted ? both.reason : error
    throw reason instanceof ServerEnds ? new Problem(reason.code) : reason
  } finally {
    entry.leave()
    ended()
  }
}

interface AskedDirectly<Before> extends Pick<
  DirectQuestion,
  'viewer' | 'channel' | 'tag' | 'isBackground' | 'signal'
> {
  readonly bytes: () => number
  /** Called when its turn has come; a rejection ends the question. */
  readonly request: (entry: QueueEntry) => Promise<AskedRequest<Before>>
}

function ask<Before = never>(
  deps: Deps,
  asked: AskedDirectly<Before>,
  lifetime: RunLifetime,
): AsyncGenerator<DirectEvent | Before> {
  const { viewer, channel, tag } = asked
  const since = performance.now()
  const figures = newFigures()
  let place: QueueEntry | undefined
  let isRefused = false
  const asking = {
    enter: () => {
      if (deps.stopping()) throw new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 })
      const { isBackground = false } = asked
      const { bytes } = asked
      const turn = { key: lifetime.one.key, turns: turnsOf(viewer), isBackground, ...slotsOf(tag), bytes }
      place = deps.queue.enter(turn)
      lifetime.begun()
      return place
    },
    model: { ...tag, engine: deps.engineOf(tag.providerId) },
    request: async () => {
      if (!place) throw new Error('a question was asked without its turn')
      try {
        return await asked.request(place)
      } catch (error) {
        isRefused = true
        throw error
      }
    },
    signal: AbortSignal.any([asked.signal, lifetime.one.stop.signal]),
    about: { channel, ...(isPerson(viewer) ? { userId: viewer.userId } : { viewer: viewer.kind }) },
    ended: () => {
      if (!place) return
      lifetime.ended()
      // A request that is refused, also at its turn, does not count as an answer.
      if (!isRefused)
        deps.counted({ ...usageOf(viewer, channel, tag), ...countOf(figures), ms: performance.now() - since })
    },
  }
  // Not wrapped in another generator: each one would add a cost per token.
  return streamAnswer(asking, figures, deps.run)
}

function assembledRequest(
  { options, language }: AssembledQuestion,
  { messages, sources, events, reply }: Assembled,
): AskedRequest<SourceEvent> {
  return { messages, options, language, before: events, reply, ...(sources ? { sources } : {}) }
}

function requestOf(asked: DirectQuestion) {
  const { messages, options, language, sources, tools, toolChoice, responseFormat, penalties, reasoning } =
    asked
  return {
    messages,
    options,
    language,
    ...(sources ? { sources } : {}),
    ...(tools ? { tools } : {}),
    ...(toolChoice ? { toolChoice } : {}),
    ...(responseFormat ? { responseFormat } : {}),
    ...(penalties ? { penalties } : {}),
    ...(reasoning === undefined ? {} : { reasoning }),
  }
}

function countOf({ usage, ended, failed }: Figures): Omit<CountedAnswer, keyof Answered | 'ms'> {
  return {
    state: failed ? 3 : ended ? 2 : 4,
    tokensPrompt: usage.promptTokens,
    tokensResponse: usage.responseTokens,
  }
}

/** Returns the bytes that a waiting question takes: its messages, tools and response format. */
function bytesOf({ messages, tools, responseFormat }: DirectQuestion): number {
  return jsonSize([messages, tools, responseFormat])
}
