// Streams an answer as chunks. Hot path: one string and one write per piece.
import type { TextSource } from '#http/v1-stream.ts'
import type { DirectEvent } from '#features/answers/index.ts'
import { finishReason, type Identity } from '../replies/wire.ts'
import { writeEach } from '../replies/write-each.ts'
import { chunksOf, STREAM_END } from './chunks.ts'

interface StreamOptions {
  readonly includeUsage: boolean
  /** Whether parallel tool calls are allowed; otherwise only the first call is passed on. */
  readonly parallel: boolean
}

/** Streams an answer. Nothing is sent to the engine before the stream is read. */
export function chatStream(
  answer: AsyncIterable<DirectEvent>,
  identity: Identity,
  { includeUsage, parallel }: StreamOptions,
): TextSource {
  const chunks = chunksOf(identity, includeUsage)
  const seen = { called: false, filtered: false }
  const textOf = (event: DirectEvent): string => {
    switch (event.type) {
      case 'text':
        return chunks.text(event.text)
      case 'thinking':
        return chunks.reasoning(event.text)
      case 'tool-call':
        if (!parallel && event.index > 0) return ''
        seen.called = true
        return chunks.toolCall(event)
      case 'end':
        return (
          chunks.finish(finishReason(event.reason, seen)) +
          (includeUsage ? chunks.usage(event.usage) : '') +
          STREAM_END
        )
      case 'notice':
        seen.filtered ||= event.code === 'CONTENT_FILTERED'
        return ''
      // What was sent cannot be taken back in this dialect.
      case 'reasoned':
      case 'status':
      case 'sources':
        return ''
    }
  }
  let begin = chunks.begin()
  const begun = (event: DirectEvent): string => {
    const text = textOf(event)
    if (text === '') return ''
    const whole = begin + text
    begin = ''
    return whole
  }
  return { follow: (sink) => writeEach(answer, sink, begun) }
}
