// Returns an answer as one response.
import type { LongReply } from '#http/v1.ts'
import type { DirectEvent } from '#features/answers/index.ts'
import { wholeReply } from '../replies/whole-reply.ts'
import { ended, IN_PROGRESS, Output, responseObject, type Frame } from './output.ts'

/** Waits for the whole answer and returns the response. */
export async function responseReply(
  answer: AsyncIterable<DirectEvent>,
  frame: Frame,
): Promise<string | LongReply> {
  const output = new Output(frame.id)
  let filtered = false
  let standing = IN_PROGRESS
  for await (const event of answer) {
    if (event.type === 'text' || event.type === 'thinking') output.take(event)
    else if (event.type === 'reasoned') output.reasoned()
    else if (event.type === 'tool-call' && (frame.parallel || event.index === 0)) output.take(event)
    else if (event.type === 'notice') filtered ||= event.code === 'CONTENT_FILTERED'
    else if (event.type === 'end') standing = ended(output, event, filtered, frame.now)
  }
  return wholeReply(responseObject(frame, output.items, standing))
}
