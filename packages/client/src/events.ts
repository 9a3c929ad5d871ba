import type { AnswerEvent } from '@polylogue/contract'
import { readWireEvent } from '@polylogue/contract/browser'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** A numbered stream event; `event` is undefined for a kind that this client does not know. */
export interface WireEvent {
  seq: number
  queryId: number | undefined
  event: AnswerEvent | undefined
}

// The server sends a comment every 15 s (http/sse.ts): three missing ones mean that the connection is dead.
const SILENCE_MS = 45_000

/** Yields the numbered events of an answer's stream, read with `readStream`. */
export function readEvents(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<WireEvent, void, undefined> {
  return readStream(response, signal, wireEventOf)
}

/**
 * Yields the results of `read` for the events of a stream until it ends or breaks; both end the loop alike. Skips events for
 * which `read` returns undefined. Leaving the loop closes the connection.
 * @throws the signal's reason when aborted
 */
export async function* readStream<Read>(
  response: Response,
  signal: AbortSignal | undefined,
  read: (message: EventSourceMessage) => Read | undefined,
): AsyncGenerator<Read, void, undefined> {
  if (!response.body) return
  const arrived: Read[] = []
  const keep = (message: EventSourceMessage) => {
    const one = read(message)
    if (one !== undefined) arrived.push(one)
  }
  const parser = createParser({ onEvent: keep })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  // Checked at intervals: a timer for each chunk would cost a tenth of the time to read it.
  let readingSince = Infinity
  const silence = setInterval(() => {
    if (performance.now() - readingSince > SILENCE_MS) cancel()
  }, SILENCE_MS / 3)
  try {
    for (;;) {
      readingSince = performance.now()
      const { done, value } = await reader.read().catch(broken)
      readingSince = Infinity
      signal?.throwIfAborted()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    clearInterval(silence)
    cancel()
  }
}

/** Treats a broken connection like the end: the caller resumes after the last event. */
function broken(): { done: true; value: undefined } {
  return { done: true, value: undefined }
}

function wireEventOf(message: EventSourceMessage): WireEvent | undefined {
  const seq = Number(message.id ?? Number.NaN)
  if (!Number.isSafeInteger(seq)) return undefined
  const read = readWireEvent(message.event, message.data)
  return { seq, queryId: read?.queryId, event: read?.event }
}
