// Replies that are sent when the answer has ended: their memory, and long ones in steps (decision 143).
import type { LongReply, ReplyMemory } from '#http/v1.ts'
import { jsonPieces } from '#http/long-json.ts'
import { jsonSize } from '#platform/json-size.ts'
import type { DirectEvent } from '#features/answers/index.ts'

/** Nearly every answer has fewer characters. A longer one is counted as it arrives. */
const USUAL = 65_536
/** Up to so many characters, a reply is written in one turn of the event loop. */
const AT_ONCE = 1_000_000

/**
 * Reserves memory before the engine is asked: for a usual answer and for the `repeated` characters of the request.
 * @throws Problem TOO_MANY_ATTEMPTS, SERVER_BUSY
 */
export async function reserveForAnswer(memory: ReplyMemory, repeated: number): Promise<void> {
  memory.reserve(USUAL + repeated)
}

/** Yields the events of an answer, and counts its characters beyond what was reserved. */
export async function* counted(
  answer: AsyncIterable<DirectEvent>,
  memory: ReplyMemory,
): AsyncGenerator<DirectEvent> {
  let room = USUAL
  for await (const event of answer) {
    room -= lettersOf(event)
    if (room < 0) {
      memory.grow(USUAL - room)
      room = USUAL
    }
    yield event
  }
}

function lettersOf(event: DirectEvent): number {
  if (event.type === 'text' || event.type === 'thinking') return event.text.length
  return event.type === 'tool-call' ? event.arguments.length : 0
}

/** Returns a reply as JSON text, or a long one in pieces, which are written while it is sent. */
export function wholeReply(reply: object): string | LongReply {
  return jsonSize(reply) > AT_ONCE ? { pieces: jsonPieces(reply) } : JSON.stringify(reply)
}
