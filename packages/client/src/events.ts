import { readWireEvent, type AnswerEvent } from '@polylogue/contract/stream'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** A numbered event of the wire; `event` is undefined for a kind that this client does not know. */
export interface WireEvent {
  seq: number
  queryId: number | undefined
  event: AnswerEvent | undefined
}

// The server sends a comment every 15 s (http/sse.ts): three missing ones mean that the connection is dead, though no end came.
const SILENCE_MS = 45_000

/**
 * The numbered events of an event stream, until it ends or breaks: which of both is no difference, what was read counts.
 * Leaving the loop closes the connection.
 * @throws the signal's reason when aborted.
 */
export async function* readEvents(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<WireEvent, void, undefined> {
  if (!response.body) return
  const arrived: WireEvent[] = []
  const parser = createParser({ onEvent: (message) => keep(arrived, message) })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let silence: ReturnType<typeof setTimeout> | undefined
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  try {
    for (;;) {
      silence = setTimeout(cancel, SILENCE_MS)
      const { done, value } = await reader.read().catch(broken)
      clearTimeout(silence)
      signal?.throwIfAborted()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    clearTimeout(silence)
    cancel()
  }
}

/** A broken connection ends the events as an ended one does: whoever follows resumes after the last. */
function broken(): { done: true; value: undefined } {
  return { done: true, value: undefined }
}

function keep(arrived: WireEvent[], message: EventSourceMessage): void {
  const seq = Number(message.id ?? Number.NaN)
  if (!Number.isSafeInteger(seq)) return
  const read = readWireEvent(message.event, message.data)
  arrived.push({ seq, queryId: read?.queryId, event: read?.event })
}
