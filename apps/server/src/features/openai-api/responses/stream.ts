// Streams an answer as the events of a response. Like chat/stream.ts, a hot path.
import type { V1Failure } from '#http/v1-problem.ts'
import type { TextSource } from '#http/v1-stream.ts'
import type { DirectEvent } from '#features/answers/index.ts'
import { writeEach } from '../replies/write-each.ts'
import { ResponseEvents } from './events.ts'
import type { Frame } from './output.ts'

/** Streams a response. Nothing is sent to the engine before the stream is read. */
export function responseStream(answer: AsyncIterable<DirectEvent>, frame: Frame): TextSource {
  const events = new ResponseEvents(frame)
  let isBegun = false
  let filtered = false
  /** Returns the opening events, sent before the first piece. */
  const beginning = (): string => {
    if (isBegun) return ''
    isBegun = true
    return events.begin()
  }
  const textOf = (event: DirectEvent): string => {
    switch (event.type) {
      case 'text':
      case 'thinking':
        return beginning() + events.piece(event)
      case 'tool-call':
        return frame.parallel || event.index === 0 ? beginning() + events.piece(event) : ''
      case 'end':
        return beginning() + events.end(event, filtered)
      case 'notice':
        filtered ||= event.code === 'CONTENT_FILTERED'
        return ''
      // What was sent cannot be taken back in this dialect.
      case 'reasoned':
      case 'status':
      case 'sources':
        return ''
    }
  }
  return {
    follow: (sink) => writeEach(answer, sink, textOf),
    failed: (failure: V1Failure) => beginning() + events.failed(failure),
  }
}
