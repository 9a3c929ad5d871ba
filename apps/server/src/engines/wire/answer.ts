// One streamed answer over HTTP, for every dialect: ask, wait within the limits, read, hand on, close.
// This is the hot path: one generator over the body, no timers and no listeners per piece. Each generator around another costs
// every token three turns of the microtask queue, so what engines have to add they hand in.
import { setTimeout as delay } from 'node:timers/promises'
import type { OutboundResponse, TrustedDoor } from '../../platform/outbound/index.ts'
import { EngineError, type ChatEvent, type ChatRequest } from '../engine.ts'
import { BodyText } from './body-text.ts'
import { jsonRequest, responseFailure } from './call.ts'
import { transportFailure } from './failures.ts'
import { Limits } from './limits.ts'

/** How long an engine may take to close the connection after its last event, before it is closed for it. */
const TAIL_MS = 250
/** How long the token counts may take after the answer's end. */
const USAGE_MS = 5_000

/** Reads one dialect. Made anew for every answer. */
export interface AnswerReader {
  /** Takes text as it comes, cut anywhere, and pushes what it means. Throws EngineError on what it cannot read. */
  feed(text: string, out: ChatEvent[]): void
  /** `open` = more is to come; `finished` = the final event was read, counts may follow; `closed` = nothing follows. */
  readonly state: 'open' | 'finished' | 'closed'
  /** The end event, once not `open`. */
  end(): ChatEvent
}

/** How often and how long a refusal for lack of capacity is waited out, before the first piece only (R27). */
export interface RetryRule {
  readonly attempts: number
  /** A longer Retry-After is not waited for: people are told instead. */
  readonly maxWaitMs: number
  /** Wait where the engine names none; doubled each time. */
  readonly defaultWaitMs: number
}

export const RETRY_RULE: RetryRule = { attempts: 2, maxWaitMs: 20_000, defaultWaitMs: 1_000 }

export interface AnswerCall {
  readonly door: TrustedDoor
  readonly path: string
  readonly body: unknown
  readonly reader: AnswerReader
  /** What is said before anything else. */
  readonly notices: readonly ChatEvent[]
  readonly retry: RetryRule
  /** Asked when the head is long in coming: what the engine is doing meanwhile. */
  readonly whileWaiting?: (signal: AbortSignal) => Promise<'loading' | 'reading'>
  /** A failure in the words that people know. */
  readonly told?: (error: EngineError) => EngineError
}

interface Progress {
  answered: boolean
  /** Something of the answer was given. */
  partial: boolean
  /** The body was read to its end: the connection may be used again. */
  complete: boolean
  /** What the reader threw. */
  fault: Error | undefined
}

/**
 * Asks and streams; nothing happens before the first event is wanted. Throws what `prepare` throws, EngineError (partial once a
 * piece was given) or the reason of the request's signal.
 */
export async function* streamAnswer(
  request: ChatRequest,
  prepare: () => AnswerCall | Promise<AnswerCall>,
): AsyncGenerator<ChatEvent> {
  const call = await prepare()
  yield* call.notices
  const { reader } = call
  const limits = new Limits(request.signal, request.firstTokenTimeoutMs)
  const progress: Progress = { answered: false, partial: false, complete: false, fault: undefined }
  try {
    const response = yield* open(call, request, limits)
    progress.answered = true
    checkType(response)
    yield { type: 'status', phase: 'reading' }
    const text = new BodyText()
    const out: ChatEvent[] = []
    let state = reader.state
    try {
      for await (const chunk of response.body) {
        progress.fault = fed(reader, text, chunk, out)
        // Before a fault in the same chunk counts: what came ahead of it belongs to the part that is kept.
        if (out.length > 0) {
          limits.pause()
          for (const event of out) {
            if (limits.left) break
            if (isPiece(event)) progress.partial = true
            yield event
          }
          out.length = 0
          limits.resume()
          // Whoever tells how far it has read the prompt lives, and is not silent within an answer.
          if (state === 'open')
            limits.restart(progress.partial ? request.idleTimeoutMs : request.firstTokenTimeoutMs)
        }
        if (progress.fault !== undefined) break
        // Once for each state: what is sent after the end must not prolong it.
        if (reader.state !== state) {
          state = reader.state
          limits.restart(state === 'closed' ? TAIL_MS : USAGE_MS)
        }
      }
      progress.complete = progress.fault === undefined
    } catch (error) {
      request.signal.throwIfAborted()
      // Once the answer is whole, it is nobody's loss that the connection did not end well after it.
      if (reader.state === 'open') throw transportFailure(error, true)
    }
    yield ended(reader, progress)
  } catch (error) {
    request.signal.throwIfAborted()
    // What the reader throws besides EngineErrors is a defect of ours, not of the engine.
    if (error === progress.fault && !(error instanceof EngineError)) throw error
    const cause: unknown = limits.signal.aborted ? limits.signal.reason : error
    const failure = asPartial(transportFailure(cause, progress.answered), progress.partial)
    throw call.told?.(failure) ?? failure
  } finally {
    // Also reached when the consumer leaves: whatever is still open is closed.
    limits.close(progress.complete)
  }
}

/** What the reader made of a chunk is in `out`; what it could not read is given. */
function fed(reader: AnswerReader, text: BodyText, chunk: Buffer, out: ChatEvent[]): Error | undefined {
  try {
    reader.feed(text.of(chunk), out)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function ended(reader: AnswerReader, { fault }: Progress): ChatEvent {
  if (reader.state !== 'open') return reader.end()
  throw fault ?? new EngineError('broken-stream', 'The answer ended without its final event')
}

async function* open(
  call: AnswerCall,
  asked: ChatRequest,
  limits: Limits,
): AsyncGenerator<ChatEvent, OutboundResponse> {
  for (let attempt = 0; ; attempt++) {
    const request = {
      ...jsonRequest({ method: 'POST', path: call.path, body: call.body }),
      signal: limits.signal,
    }
    const opening = call.door.request(request)
    if (call.whileWaiting && attempt === 0) yield* tellWhileWaiting(opening, call.whileWaiting, limits.signal)
    const response = await opening
    if (response.status === 200) return response
    const failure = await responseFailure(response, call.door.host)
    const wait = asked.patient === false ? undefined : waitFor(failure, attempt, call.retry)
    if (wait === undefined) throw failure
    yield { type: 'status', phase: 'limited', seconds: Math.ceil(wait / 1_000), detail: failure.code }
    await delay(wait, undefined, { signal: limits.signal })
    yield { type: 'status', phase: 'reading' }
  }
}

/** An honest line for a wait longer than half a second: is the model still being loaded? */
async function* tellWhileWaiting(
  opening: Promise<OutboundResponse>,
  ask: (signal: AbortSignal) => Promise<'loading' | 'reading'>,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const settled = new AbortController()
  const both = AbortSignal.any([signal, settled.signal])
  const asked = delay(500, undefined, { signal: both }).then(() => ask(both))
  const done = opening.then(
    () => undefined,
    () => undefined,
  )
  // Who is asked in vain, or too late, has nothing to say; what is wrong with the answer itself comes from `opening`.
  const phase = await Promise.race([asked.catch(() => done), done])
  settled.abort()
  if (phase) yield { type: 'status', phase }
}

function waitFor(failure: EngineError, attempt: number, rule: RetryRule): number | undefined {
  if (failure.code !== 'rate-limited' && failure.code !== 'busy') return undefined
  if (attempt >= rule.attempts) return undefined
  const wait = failure.retryAfterMs ?? rule.defaultWaitMs * 2 ** attempt
  return wait <= rule.maxWaitMs ? wait : undefined
}

/** A captive portal or a proxy's error page comes with status 200 as well. */
function checkType({ headers, body }: OutboundResponse): void {
  const type = String(headers['content-type'] ?? '')
  if (!type.startsWith('text/html')) return
  body.destroy()
  throw new EngineError('broken-stream', 'The engine answered with a web page')
}

/** Whether an event is a piece of the answer, after which the call must not be repeated. */
export function isPiece({ type }: ChatEvent): boolean {
  return type === 'text' || type === 'thinking' || type === 'tool-call'
}

function asPartial(error: EngineError, partial: boolean): EngineError {
  if (!partial || error.partial) return error
  const { code, message, retryAfterMs, waitedMs, reason, cause } = error
  return new EngineError(code, message, {
    partial,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
    ...(reason === undefined ? {} : { reason }),
    cause,
  })
}
