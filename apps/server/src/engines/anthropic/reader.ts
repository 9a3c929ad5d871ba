import { createParser, type EventSourceParser, type ParseError } from 'eventsource-parser'
import { EngineError, type ChatEvent } from '../engine.ts'
import type { AnswerReader } from '../wire/answer.ts'
import { MAX_LINE_BYTES } from '../wire/body-text.ts'
import { isRecord } from '../../platform/outbound/index.ts'
import { eventOf, pieceOf, pushPiece, tokensOf } from '../wire/pieces.ts'
import { ToolCalls } from '../wire/tool-calls.ts'

type Event = Record<string, unknown>

/** Reads the events of POST /v1/messages. Ignores unknown event types, as the API requires. */
export class MessageReader implements AnswerReader {
  state: AnswerReader['state'] = 'open'
  readonly #parser: EventSourceParser
  #out: ChatEvent[] = []
  #phase: 'none' | 'thinking' | 'text' = 'none'
  #reason: 'stop' | 'length' | 'tool-calls' = 'stop'
  #promptTokens: number | null = null
  #responseTokens: number | null = null
  #calls: ToolCalls | undefined

  constructor() {
    this.#parser = createParser({
      maxBufferSize: MAX_LINE_BYTES,
      onEvent: ({ data }) => this.#event(data),
      onError: (error) => this.#fault(error),
    })
  }

  feed(text: string, out: ChatEvent[]): void {
    this.#out = out
    this.#parser.feed(text)
  }

  end(): ChatEvent {
    const usage = { promptTokens: this.#promptTokens, responseTokens: this.#responseTokens }
    return { type: 'end', reason: this.#reason, usage }
  }

  #event(data: string): void {
    if (this.state === 'closed') return
    const event = eventOf(data)
    switch (event.type) {
      case 'content_block_delta':
        return this.#delta(event)
      case 'content_block_start':
        return this.#block(event)
      case 'message_start':
        return this.#count(isRecord(event.message) ? event.message.usage : undefined)
      case 'message_delta':
        return this.#finish(event)
      case 'message_stop':
        this.state = 'closed'
        return
      default:
        if (typeof event.type !== 'string') throw broken('An event of the answer has no type')
    }
  }

  #delta({ index, delta }: Event): void {
    if (!isRecord(delta)) throw broken('A piece of the answer is not an object')
    if (delta.type === 'text_delta') this.#piece('text', delta.text)
    else if (delta.type === 'thinking_delta') this.#piece('thinking', delta.thinking)
    else if (delta.type === 'input_json_delta')
      this.#calls?.piece(this.#out, keyOf(index), { arguments: delta.partial_json })
  }

  /** A block can start with content. A tool call starts with an empty object that later deltas fill. */
  #block({ index, content_block: block }: Event): void {
    if (!isRecord(block)) throw broken('A block of the answer is not an object')
    if (block.type === 'text') this.#piece('text', block.text)
    else if (block.type === 'thinking') this.#piece('thinking', block.thinking)
    else if (block.type === 'tool_use') {
      this.#calls ??= new ToolCalls()
      const whole = isRecord(block.input) && Object.keys(block.input).length > 0
      const call = { id: block.id, name: block.name, arguments: whole ? block.input : '' }
      this.#calls.piece(this.#out, keyOf(index), call)
    }
  }

  #piece(type: 'thinking' | 'text', value: unknown): void {
    const text = pieceOf(value)
    if (text === '') return
    if (this.#phase !== type) {
      this.#phase = type
      this.#out.push({ type: 'status', phase: type === 'text' ? 'answering' : 'thinking' })
    }
    pushPiece(this.#out, type, text)
  }

  #finish({ delta, usage }: Event): void {
    this.#count(usage)
    const reason = isRecord(delta) ? delta.stop_reason : undefined
    if (typeof reason !== 'string') return
    if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') this.#reason = 'length'
    if (reason === 'tool_use') this.#reason = 'tool-calls'
    if (reason === 'refusal') this.#out.push({ type: 'notice', code: 'CONTENT_FILTERED', params: {} })
    this.#calls?.finish(this.#out)
    this.state = 'finished'
  }

  /** Tokens read from or written to the prompt cache count as prompt tokens too. */
  #count(usage: unknown): void {
    if (!isRecord(usage)) return
    const {
      input_tokens: input,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: cached,
    } = usage
    const read = tokensOf(input)
    // Each count can be valid while their sum is too large.
    if (read !== null)
      this.#promptTokens = tokensOf(read + (tokensOf(written) ?? 0) + (tokensOf(cached) ?? 0))
    this.#responseTokens = tokensOf(usage.output_tokens) ?? this.#responseTokens
  }

  #fault(error: ParseError): void {
    if (error.type !== 'invalid-retry') throw broken('A line of the answer is not of an event stream')
  }
}

function keyOf(index: unknown): number | undefined {
  return typeof index === 'number' ? index : undefined
}

function broken(message: string): EngineError {
  return new EngineError('broken-stream', message)
}
