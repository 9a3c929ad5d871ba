// One streamed answer over HTTP, for all dialects: request, wait within the limits, parse, pass on, close.
// Hot path: a single generator over the body, without timers and listeners per piece. Each nested generator would cost every
// token three microtask turns, so engines pass callbacks instead.
import { setTimeout as delay } from 'node:timers/promises'
import type { OutboundResponse, TrustedClient } from '#platform/outbound/index.ts'
import { EngineError, type ChatEvent, type ChatRequest } from '../engine.ts'
import { BodyText } from './body-text.ts'
import { jsonRequest, responseFailure } from './call.ts'
import { sanitised, transportFailure } from './failures.ts'
import { Limits } from './limits.ts'

/** Time for the engine to close the connection after its last event, before it is aborted. */
const TAIL_MS = 250
/** Time limit for the token counts after the end of the answer. */
const USAGE_MS = 5_000

/** Parses one dialect. One for each answer. */
export interface AnswerReader {
  /** Parses a chunk of text, split at any position, and pushes its events. Throws EngineError on invalid input. */
  feed(text: string, out: ChatEvent[]): void
  /** Parses what is left at the end of the body, such as a line without an end. Throws like `feed`. */
  finish(out: ChatEvent[]): void
  /** `open` = more will come; `finished` = the final event was read, counts may follow; `closed` = nothing follows. */
  readonly state: 'open' | 'finished' | 'closed'
  /** Returns the end event, once not `open`. */
  end(): ChatEvent
}

/**
 * How often and how long a call is retried after a refusal for lack of capacity, before the first piece only (ENGINE-4).
 */
export interface RetryRule {
  readonly attempts: number
  /** A longer Retry-After is reported to the user instead of waited for. */
  readonly maxWaitMs: number
  /** Wait if the engine gives no Retry-After; doubled for each retry. */
  readonly defaultWaitMs: number
}

export const RETRY_RULE: RetryRule = { attempts: 2, maxWaitMs: 20_000, defaultWaitMs: 1_000 }

export interface AnswerCall {
  readonly client: TrustedClient
  readonly path: string
  readonly body: unknown
  readonly reader: AnswerReader
  /** Sent before any other event. */
  readonly notices: readonly ChatEvent[]
  readonly retry: RetryRule
  /** Asks what the engine is doing while the response head is late. */
  readonly whileWaiting?: (signal: AbortSignal) => Promise<'loading' | 'reading'>
  /** Returns the body to ask with instead when a server refuses a field that it need not know. */
  readonly bodyAfter?: (refusal: EngineError) => unknown
  /** Rewords a failure for users. */
  readonly describeError?: (error: EngineError) => EngineError
}

interface Progress {
  answered: boolean
  /** Part of the answer was already yielded. */
  partial: boolean
  /** The body was read to its end, so the connection can be reused. */
  complete: boolean
  /** What the reader threw. */
  fault: Error | undefined
}

/**
 * Requests and streams an answer; does nothing before the first `next()`. Throws what `prepare` throws, EngineError (partial
 * once a piece was yielded) or the reason of the request's signal.
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
        progress.fault = attempt(() => reader.feed(text.of(chunk), out))
        // Events before a fault in the same chunk are passed on first: they belong to the kept part of the answer.
        if (out.length > 0) {
          limits.pause()
          for (const event of out) {
            if (limits.left) break
            if (isPiece(event)) progress.partial = true
            yield event
          }
          out.length = 0
          limits.resume()
          // Prompt progress resets the idle limit.
          if (state === 'open')
            limits.restart(progress.partial ? request.idleTimeoutMs : request.firstTokenTimeoutMs)
        } else if (state === 'open') limits.spare(request.firstTokenTimeoutMs)
        if (progress.fault !== undefined) break
        // Only once per state: data after the end must not extend the limit.
        if (reader.state !== state) {
          state = reader.state
          limits.restart(state === 'closed' ? TAIL_MS : USAGE_MS)
        }
      }
      yield* lastOf(reader, text, progress)
    } catch (error) {
      request.signal.throwIfAborted()
      // After the complete answer, a broken connection no longer matters.
      if (reader.state === 'open') throw transportFailure(error, true)
    }
    yield ended(reader, progress)
  } catch (error) {
    request.signal.throwIfAborted()
    // Anything but an EngineError from the reader is our defect, not a failure of the engine.
    if (error === progress.fault && !(error instanceof EngineError)) throw error
    const cause: unknown = limits.signal.aborted ? limits.signal.reason : error
    const failure = asPartial(transportFailure(cause, progress.answered), progress.partial, call.client.host)
    throw call.describeError?.(failure) ?? failure
  } finally {
    // Also runs when the consumer leaves the loop: aborts what is still open.
    limits.close(progress.complete)
  }
}

/** Yields the events of what the end of the body completes. */
function* lastOf(reader: AnswerReader, text: BodyText, progress: Progress): Generator<ChatEvent> {
  progress.complete = progress.fault === undefined
  if (!progress.complete) return
  const out: ChatEvent[] = []
  progress.fault = attempt(() => {
    reader.feed(text.rest(), out)
    reader.finish(out)
  })
  progress.partial ||= out.some(isPiece)
  yield* out
}

/** Runs a step of the reader and returns its error. */
function attempt(step: () => void): Error | undefined {
  try {
    step()
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
  let { body } = call
  for (let tries = 0; ; tries++) {
    const request = {
      ...jsonRequest({ method: 'POST', path: call.path, body }),
      signal: limits.signal,
    }
    const opening = call.client.request(request)
    if (call.whileWaiting && tries === 0) yield* statusWhileWaiting(opening, call.whileWaiting, limits.signal)
    const response = await opening
    if (response.status === 200) return response
    const failure = await responseFailure(response, call.client.host)
    const other = body === call.body ? call.bodyAfter?.(failure) : undefined
    if (other !== undefined) {
      body = other
      continue
    }
    const wait = asked.mayWait === false ? undefined : waitFor(failure, tries, call.retry)
    if (wait === undefined) throw failure
    yield { type: 'status', phase: 'limited', seconds: Math.ceil(wait / 1_000), detail: failure.code }
    await delay(wait, undefined, { signal: limits.signal })
    yield { type: 'status', phase: 'reading' }
  }
}

/** Reports during a wait of more than half a second whether the model is still loading. */
async function* statusWhileWaiting(
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
  // Ignores a failed or late query; `opening` reports errors of the answer itself.
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

/** A captive portal or a proxy's error page can have status 200 as well. */
function checkType({ headers, body }: OutboundResponse): void {
  const type = String(headers['content-type'] ?? '')
  if (!type.startsWith('text/html')) return
  body.destroy()
  throw new EngineError('broken-stream', 'The engine answered with a web page')
}

/** Returns whether an event is a piece of the answer, after which the call must not be repeated. */
export function isPiece({ type }: ChatEvent): boolean {
  return type === 'text' || type === 'thinking' || type === 'tool-call'
}

/** Adds whether a part arrived, and removes the engine's host from the reason. */
function asPartial(error: EngineError, partial: boolean, host: string): EngineError {
  if ((!partial || error.partial) && error.reason === undefined) return error
  const { code, message, retryAfterMs, waitedMs, reason, cause } = error
  return new EngineError(code, message, {
    partial: partial || error.partial,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
    ...(reason === undefined ? {} : { reason: sanitised(reason, host) }),
    cause,
  })
}
