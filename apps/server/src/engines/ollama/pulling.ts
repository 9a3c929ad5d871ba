// Downloads a model: POST /api/pull reports progress per layer. The server keeps partial layers, so a new pull resumes an
// interrupted one.
import type { OutboundResponse, TrustedClient } from '#platform/outbound/index.ts'
import { EngineError, type EngineProgress } from '../engine.ts'
import { BodyText } from '../wire/body-text.ts'
import { jsonRequest, responseFailure } from '../wire/call.ts'
import { sanitised, streamFailure, transportFailure } from '../wire/failures.ts'
import { Limits } from '../wire/limits.ts'
import { objectOf } from '../wire/pieces.ts'
import { Layers } from './layers.ts'

/** Time without progress while bytes are downloaded. Meanwhile the server itself retries a stalled part. */
export const PULL_IDLE_MS = 180_000
/** The server reports nothing while it computes the checksum of a large file on a slow disk. */
const CHECK_MS = 3_600_000

/** Throws EngineError or the signal's reason. Aborting or leaving the loop closes the connection at once. */
export async function* pull(
  client: TrustedClient,
  model: string,
  signal: AbortSignal,
  idleMs: number,
): AsyncGenerator<EngineProgress> {
  const limits = new Limits(signal, idleMs)
  const call = jsonRequest({ method: 'POST', path: '/api/pull', body: { model, stream: true } })
  let answered = false
  let complete = false
  try {
    yield { state: 'fetching', done: 0, total: 0 }
    const response = await client.request({ ...call, signal: limits.signal })
    answered = true
    if (response.status !== 200) throw asRefusal(await responseFailure(response, client.host), client.host)
    yield* read(response, limits, { idleMs, host: client.host })
    complete = true
  } catch (error) {
    signal.throwIfAborted()
    const cause: unknown = limits.signal.aborted ? limits.signal.reason : error
    throw transportFailure(cause, answered)
  } finally {
    limits.close(complete)
  }
}

async function* read(
  response: OutboundResponse,
  limits: Limits,
  { idleMs, host }: { idleMs: number; host: string },
): AsyncGenerator<EngineProgress> {
  const text = new BodyText()
  const layers = new Layers()
  let rest = ''
  for await (const chunk of response.body) {
    const lines = (rest + text.of(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) readLine(line, layers, host)
    // Only changed progress resets the idle limit; a server that repeats itself counts as stalled.
    const progress = layers.moved()
    if (progress === undefined) continue
    limits.restart(progress.state === 'checking' ? CHECK_MS : idleMs)
    limits.pause()
    yield progress
    limits.resume()
  }
  readLine(rest, layers, host)
  if (!layers.complete) throw new EngineError('broken-stream', 'The download ended before it was complete')
}

function readLine(line: string, layers: Layers, host: string): void {
  if (line.trim() === '') return
  const event = objectOf(line)
  if (event.error !== undefined && event.error !== null) throw pullFailure(event.error, host)
  layers.read(event)
}

const SAYS: readonly (readonly [RegExp, string])[] = [
  [/no space left|not enough (disk )?space|disk (is )?full/i, 'there is no space left on its disk'],
  [
    /no such host|dial tcp|i\/o timeout|tls:|max retries exceeded|connection (refused|reset)/i,
    'it cannot reach the place where it fetches models',
  ],
]

/** An error inside the stream has status 200, so only its text identifies it. */
function pullFailure(value: unknown, host: string): EngineError {
  const failure = streamFailure(value)
  if (/file does not exist|manifest unknown|not found/i.test(failure.message))
    return new EngineError('not-found', failure.message)
  return asRefusal(failure, host)
}

/** Passes on the server's error text, sanitised: it is the only explanation of a failed download. */
function asRefusal(failure: EngineError, host: string): EngineError {
  if (failure.code !== 'internal') return failure
  const said = failure.message.replace(/^The engine (reported|answered \d+): /, '')
  const known = SAYS.find(([pattern]) => pattern.test(said))?.[1]
  const reason = known ?? (sanitised(said, host) || 'it failed to fetch the model')
  return new EngineError('bad-request', failure.message, { reason })
}
