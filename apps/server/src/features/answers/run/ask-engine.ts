// The core of every endpoint: queues one question, asks its engine and enforces the limits. It does not depend on HTTP, SQL
// or whether the answer is stored.
import type { ProblemCode } from '@polylogue/contract'
import { EngineError, type ChatEvent, type ChatRequest, type Usage } from '#engines/engine.ts'
import { engineProblem } from '#engines/problems.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { QueueEntry, QueuePosition } from '../queue/index.ts'
import { ServerEnds } from '../server-ends.ts'
import type { TurnModel } from '../context/index.ts'
import { holder, repairer } from './well-formed.ts'

/** The usage and the outcome of an answer; filled during the run, read at its end. */
export interface Figures {
  usage: Usage
  statistics: Record<string, number | string>
  /** Whether the engine completed the answer. */
  ended: boolean
  failed: boolean
}

export function newFigures(): Figures {
  return {
    usage: { promptTokens: null, responseTokens: null },
    statistics: {},
    ended: false,
    failed: false,
  }
}

/** Told the outcome of each answer: nothing, or the code of the problem. */
export type TellOutcome = (
  provider: { readonly id: number; readonly name: string },
  failed?: ProblemCode,
) => void

export interface StreamAnswerDeps {
  readonly log: Log
  /** Called synchronously at the end of each answer, unless it was stopped. */
  readonly outcome?: TellOutcome
  readonly limits: {
    readonly firstTokenMs: number
    readonly idleMs: number
    readonly answerCharacters: number
    /** Measured from the request to the engine: time in the queue does not count. */
    readonly answerMs: number
  }
}

export interface Asking<Before = never> {
  /** Takes the place in the queue; called with the first read. @throws Problem when there is none */
  enter(): QueueEntry
  readonly model: Pick<
    TurnModel,
    'engine' | 'engineName' | 'fullName' | 'providerName' | 'providerId' | 'streams'
  >
  /** Builds the request to the engine and the events before the answer; called when the turn has come. */
  request(): Promise<AskedRequest<Before>> | AskedRequest<Before>
  /** Ends it as stopped, unless its reason is ServerEnds. */
  readonly signal: AbortSignal
  /** Fields for the log. */
  readonly about: Readonly<Record<string, number | string>>
  /** Called once, at the end, on success and on failure. */
  ended?(): void
}

export type AskedRequest<Before = never> = Omit<
  ChatRequest,
  'model' | 'signal' | 'firstTokenTimeoutMs' | 'idleTimeoutMs'
> & {
  readonly before?: readonly Before[]
  /** The whole answer: the engine is not asked. */
  readonly reply?: string | undefined
}

/** More tokens than any answer has; an `int` column holds twice as many. */
const MAX_TOKENS = 1_000_000_000

/** The question waits: `ahead` answers come before it, which takes about `seconds`. */
export type Queued = QueuePosition & { readonly type: 'status'; readonly phase: 'queued' }

/**
 * Asks an engine and yields, in order: queue positions while it waits, the events of the request, and the engine's events,
 * repaired for storage, ending with `end`. Always releases its place.
 * @throws Problem when there is no answer or only a part of it; the signal's reason when stopped
 */
export async function* streamAnswer<Before = never>(
  asking: Asking<Before>,
  figures: Figures,
  deps: StreamAnswerDeps,
): AsyncGenerator<ChatEvent | Queued | Before> {
  const { limits } = deps
  const deadline = openDeadline(asking.signal, limits.answerMs)
  let entry: QueueEntry | undefined
  const hold = holder(!asking.model.streams)
  // What is refused before is no failure of the provider.
  let isAsked = false
  try {
    entry = asking.enter()
    if (entry.waits) yield* standing(entry, asking.signal, figures)
    yield { type: 'status', phase: 'reading' }
    const { before = [], reply, ...request } = await asking.request()
    isAsked = true
    yield* before
    if (reply !== undefined) {
      yield* said(reply, figures)
      return
    }
    deadline.begin()
    const answer = asking.model.engine.chat({
      ...request,
      model: asking.model.engineName,
      signal: deadline.signal,
      firstTokenTimeoutMs: limits.firstTokenMs,
      idleTimeoutMs: limits.idleMs,
    })
    const repair = repairer()
    let left = limits.answerCharacters - (request.continueFrom?.length ?? 0)
    for await (const raw of answer) {
      const fit = repair(raw)
      for (const event of isList(fit) ? fit : [fit]) {
        if ((left -= lettersOf(event)) < 0)
          throw new Problem('ANSWER_TOO_LONG', { limit: limits.answerCharacters })
        if (event.type === 'end') {
          finish(figures, event)
          tell(asking, deps)
        }
        if (hold.takes(event)) continue
        yield* hold.before(event)
        yield event
        if (event.type === 'end') return
      }
    }
    throw new Error('an engine ended without its last event')
  } catch (error) {
    yield* hold.rest()
    const problem = problemOf(error, asking, figures, deps, deadline.isOver())
    if (problem instanceof Problem && isAsked) tell(asking, deps, problem.code)
    throw problem
  } finally {
    deadline.close()
    entry?.leave()
    asking.ended?.()
  }
}

/** Yields an answer of the product's own, which uses no tokens. */
function* said(text: string, figures: Figures): Generator<ChatEvent> {
  yield { type: 'text', text }
  const end = { type: 'end', reason: 'stop', usage: { promptTokens: 0, responseTokens: 0 } } as const
  finish(figures, end)
  yield end
}

/**
 * The signal of an answer with its time limit. AbortSignal.timeout and AbortSignal.any would keep the memory of every answer
 * until the limit, which is an hour.
 */
function openDeadline(stop: AbortSignal, ms: number) {
  const control = new AbortController()
  const follow = () => control.abort(stop.reason)
  let timer: NodeJS.Timeout | undefined
  let late = false
  stop.addEventListener('abort', follow, { once: true })
  if (stop.aborted) follow()
  return {
    signal: control.signal,
    begin() {
      timer = setTimeout(() => {
        late = true
        control.abort()
      }, ms).unref()
    },
    isOver: () => late,
    close() {
      clearTimeout(timer)
      stop.removeEventListener('abort', follow)
    },
  }
}

async function* standing(entry: QueueEntry, signal: AbortSignal, figures: Figures): AsyncGenerator<Queued> {
  const since = performance.now()
  for await (const stands of entry.waiting(signal)) yield { type: 'status', phase: 'queued', ...stands }
  figures.statistics['queuedMs'] = Math.round(performance.now() - since)
}

function tell({ model }: Pick<Asking, 'model'>, { outcome }: StreamAnswerDeps, failed?: ProblemCode): void {
  outcome?.({ id: model.providerId, name: model.providerName }, failed)
}

function isList(fit: ChatEvent | readonly ChatEvent[]): fit is readonly ChatEvent[] {
  return Array.isArray(fit)
}

function lettersOf(event: ChatEvent): number {
  if (event.type === 'text' || event.type === 'thinking') return event.text.length
  return event.type === 'tool-call' ? event.arguments.length : 0
}

function finish(figures: Figures, event: Extract<ChatEvent, { type: 'end' }>): void {
  const { promptTokens, responseTokens } = event.usage
  figures.usage = { promptTokens: counted(promptTokens), responseTokens: counted(responseTokens) }
  figures.statistics['endReason'] = event.reason
  figures.ended = true
}

/** Keeps a count within the range of columns and sums; an invalid number becomes unknown. */
function counted(tokens: number | null): number | null {
  return tokens !== null && tokens >= 0 && tokens <= MAX_TOKENS ? Math.round(tokens) : null
}

/** Returns the error for the caller of a broken answer: a Problem, or that they stopped it themselves. */
function problemOf(
  error: unknown,
  { signal, model, about }: Pick<Asking, 'signal' | 'model' | 'about'>,
  figures: Figures,
  { log, limits }: StreamAnswerDeps,
  isLate: boolean,
): unknown {
  const reason: unknown = signal.aborted ? signal.reason : error
  if (signal.aborted && !(reason instanceof ServerEnds)) return reason
  figures.failed = true
  if (reason instanceof ServerEnds) return new Problem(reason.code)
  const names = { provider: model.providerName, model: model.fullName }
  if (isLate) return new Problem('ANSWER_TOO_SLOW', { seconds: limits.answerMs / 1_000 })
  if (error instanceof Problem) return error
  if (error instanceof EngineError) {
    log.warn({ err: error, ...about, code: error.code }, 'an engine failed')
    const problem = engineProblem(error, names)
    // The page shows the server's words and a countdown.
    if (error.reason) figures.statistics['refusal'] = error.reason
    if (problem.retryAfter !== undefined) figures.statistics['retryAfter'] = problem.retryAfter
    return problem
  }
  log.error({ err: error, ...about }, 'an answer failed')
  return new Problem('ENGINE_FAILED', names, { cause: error })
}
