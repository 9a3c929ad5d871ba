// Reads an answer while it streams, over as many connections as needed (STREAM-2).
import type { AnswerEvent, CallRequest } from '@polylogue/contract'
import { contract, endsAnswer } from '@polylogue/contract/browser'
import { problemOf, type Client } from './client.ts'
import { readEvents, type WireEvent } from './events.ts'
import { ApiProblem, offline } from './problem.ts'

/** One event of an answer; `seq` counts up from 1 without a gap, `queryId` is the message's id. */
export interface Followed {
  seq: number
  queryId: number
  event: AnswerEvent
}

export interface FollowOptions {
  /** The number of the last event already received; 0 or undefined to start at the beginning. */
  after?: number
  signal?: AbortSignal | undefined
  /** Clock and pause between connections; replaced in tests. */
  time?: { now(): number; pause(ms: number, signal: AbortSignal | undefined): Promise<void> }
}

type Payload = CallRequest<typeof contract.answers.stream>['body']

/** Timeout without a new event. */
const TIMEOUT_MS = 60_000
const PAUSE_MS = { least: 300, most: 5_000 }

/**
 * Asks a model (`tagId` is the model tag's id) and yields the answer to its end. Sends the question once and resumes when
 * the connection breaks. Breaking out of the loop does not stop the answer; it can be followed again.
 * @throws ApiProblem when the question is refused, when the connection breaks before the first event (OFFLINE: the question
 *   may or may not be stored), or when resuming fails; the signal's reason when aborted
 */
export async function* ask(
  client: Client,
  tagId: number,
  payload: Payload,
  options: Omit<FollowOptions, 'after'> = {},
): AsyncGenerator<Followed, void, undefined> {
  const { signal } = options
  const response = await client.open(
    contract.answers.stream,
    { params: { id: tagId }, body: payload },
    { signal },
  )
  const reader = newReader(0, undefined)
  yield* reader.read(response, signal)
  if (reader.ended) return
  if (reader.queryId === undefined) throw offline(new Error('the stream ended before its first event'))
  yield* resume(client, reader, options)
}

/**
 * Yields the answer of a message from the event after `after` to its end, over as many connections as needed.
 * @throws ApiProblem when there is no such message (404), when the session has ended (401), or when nothing new came for a
 *   minute; the signal's reason when aborted
 */
export async function* follow(
  client: Client,
  queryId: number,
  options: FollowOptions = {},
): AsyncGenerator<Followed, void, undefined> {
  yield* resume(client, newReader(options.after ?? 0, queryId), options)
}

interface Reader {
  readonly seq: number
  readonly queryId: number | undefined
  readonly ended: boolean
  /** Yields the new events of a response until the answer ends, the connection breaks or an event is missing. */
  read(response: Response, signal: AbortSignal | undefined): AsyncGenerator<Followed, void, undefined>
}

function newReader(after: number, known: number | undefined): Reader {
  let seq = after
  let queryId = known
  let ended = false
  const next = (wire: WireEvent): Followed | undefined => {
    seq = wire.seq
    queryId ??= wire.queryId
    if (!wire.event || queryId === undefined) return undefined
    ended = endsAnswer(wire.event)
    return { seq, queryId, event: wire.event }
  }
  return {
    get seq() {
      return seq
    },
    get queryId() {
      return queryId
    },
    get ended() {
      return ended
    },
    async *read(response, signal) {
      for await (const wire of readEvents(response, signal)) {
        if (wire.seq <= seq) continue
        if (wire.seq > seq + 1) return
        const followed = next(wire)
        if (followed) yield followed
        if (ended) return
      }
    },
  }
}

const realTime: NonNullable<FollowOptions['time']> = {
  now: () => performance.now(),
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const aborted = (): void => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', aborted)
        resolve()
      }, ms)
      signal?.addEventListener('abort', aborted, { once: true })
    }),
}

async function* resume(
  client: Client,
  reader: Reader,
  { signal, time = realTime }: FollowOptions,
): AsyncGenerator<Followed, void, undefined> {
  let progress = time.now()
  let fruitless = 0
  while (!reader.ended) {
    const before = reader.seq
    const problem = yield* connect(client, reader, signal)
    if (reader.ended) return
    if (reader.seq > before) {
      progress = time.now()
      fruitless = 0
    }
    if (time.now() - progress >= TIMEOUT_MS) throw problem
    await time.pause(pauseBefore(fruitless, problem.retryAfter), signal)
    fruitless += 1
  }
}

/** Reads one connection; returns why another one is needed. Throws what a retry cannot fix. */
async function* connect(
  client: Client,
  reader: Reader,
  signal: AbortSignal | undefined,
): AsyncGenerator<Followed, ApiProblem, undefined> {
  let response: Response
  try {
    response = await client.open(
      contract.answers.resume,
      { params: { id: reader.queryId } },
      { signal, headers: reader.seq > 0 ? { 'last-event-id': String(reader.seq) } : {} },
    )
  } catch (error) {
    const problem = problemOf(error, signal)
    if (problem instanceof ApiProblem && mayPass(problem.status)) return problem
    throw problem
  }
  yield* reader.read(response, signal)
  return offline(new Error('the stream ended before its answer did'))
}

/** No response, too many requests, or a server error. */
function mayPass(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}

function pauseBefore(fruitless: number, retryAfter: number | undefined): number {
  if (retryAfter !== undefined) return Math.min(retryAfter * 1_000, TIMEOUT_MS)
  const ceiling = Math.min(PAUSE_MS.most, PAUSE_MS.least * 2 ** (fruitless + 1))
  return PAUSE_MS.least + Math.random() * (ceiling - PAUSE_MS.least)
}
