import { EngineError, type ChatEvent } from '../engine.ts'
import type { AnswerReader } from '../wire/answer.ts'
import { isRecord } from '#platform/outbound/index.ts'
import { AnswerText } from '../wire/answer-text.ts'
import { EventStream } from '../wire/event-stream.ts'
import { tokensOf } from '../wire/pieces.ts'
import { ToolCalls } from '../wire/tool-calls.ts'

type Event = Record<string, unknown>

/** Reads the answer of POST /v1/messages: events, or a whole message. Ignores unknown event types, as the API requires. */
export class MessageReader implements AnswerReader {
  state: AnswerReader['state'] = 'open'
  readonly #stream = new EventStream(
    (event) => this.#event(event),
    // Proxies add OpenAI's end.
    (data) => this.state === 'closed' || data.startsWith('[DONE]'),
  )
  readonly #text = new AnswerText()
  #out: ChatEvent[] = []
  #reason: 'stop' | 'length' | 'tool-calls' = 'stop'
  #promptTokens: number | null = null
  #responseTokens: number | null = null
  #calls: ToolCalls | undefined
  /** The block that is open is a call of a tool; blocks of the server's own tools have pieces of JSON, too. */
  #isCall = false
  #hasBlocks = false

  feed(text: string, out: ChatEvent[]): void {
    this.#out = out
    this.#stream.feed(text)
  }

  finish(out: ChatEvent[]): void {
    this.#out = out
    if (this.state === 'open') this.#stream.finish()
    this.#text.end(out)
  }

  end(): ChatEvent {
    const usage = { promptTokens: this.#promptTokens, responseTokens: this.#responseTokens }
    return { type: 'end', reason: this.#reason, usage }
  }

  #event(event: Event): void {
    switch (event.type) {
      case 'content_block_delta':
        return this.#delta(event)
      case 'content_block_start':
        return this.#block(event)
      case 'message_start':
        return this.#begin(event)
      case 'message_delta':
        return this.#finish(event)
      case 'message_stop':
        this.#text.end(this.#out)
        this.state = 'closed'
        return
      case 'message':
        return this.#whole(event)
      default:
        if (typeof event.type !== 'string') throw broken('An event of the answer has no type')
    }
  }

  /** A proxy that asks again may repeat a beginning; the text of another message must not follow that of this one. */
  #begin({ message }: Event): void {
    if (this.state === 'finished') this.state = 'closed'
    else if (this.#hasBlocks) throw broken('Another message begins inside the answer')
    else this.#count(isRecord(message) ? message.usage : undefined)
  }

  /** Reads a whole message, from servers that do not stream. */
  #whole(message: Event): void {
    const { content: blocks, stop_reason, usage } = message
    if (!Array.isArray(blocks)) throw broken('A message has no content')
    for (const [index, block] of blocks.entries()) this.#block({ index, content_block: block })
    this.#finish({
      delta: { stop_reason: typeof stop_reason === 'string' ? stop_reason : 'end_turn' },
      usage,
    })
    this.state = 'closed'
  }

  #delta({ index, delta }: Event): void {
    if (!isRecord(delta)) throw broken('A piece of the answer is not an object')
    this.#hasBlocks = true
    if (delta.type === 'text_delta') this.#text.content(delta.text, this.#out)
    else if (delta.type === 'thinking_delta') this.#text.thinking(delta.thinking, this.#out)
    else if (delta.type === 'input_json_delta' && this.#isCall)
      this.#calls?.piece(this.#out, keyOf(index), { arguments: delta.partial_json })
  }

  /** A block can start with content. A tool call starts with an empty object that later deltas fill. */
  #block({ index, content_block: block }: Event): void {
    if (!isRecord(block)) throw broken('A block of the answer is not an object')
    this.#hasBlocks = true
    this.#isCall = block.type === 'tool_use'
    if (block.type === 'text') this.#text.content(block.text, this.#out)
    else if (block.type === 'thinking') this.#text.thinking(block.thinking, this.#out)
    else if (block.type === 'tool_use') {
      this.#calls ??= new ToolCalls()
      const whole = isRecord(block.input) && Object.keys(block.input).length > 0
      const call = { id: block.id, name: block.name, arguments: whole ? block.input : '' }
      this.#calls.piece(this.#out, keyOf(index), call)
    }
  }

  #finish({ delta, usage }: Event): void {
    this.#count(usage)
    const reason = isRecord(delta) ? delta.stop_reason : undefined
    if (typeof reason !== 'string') return
    if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') this.#reason = 'length'
    if (reason === 'tool_use') this.#reason = 'tool-calls'
    if (reason === 'refusal') this.#out.push({ type: 'notice', code: 'CONTENT_FILTERED', params: {} })
    this.#text.end(this.#out)
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
    const sum = read === null ? null : tokensOf(read + (tokensOf(written) ?? 0) + (tokensOf(cached) ?? 0))
    // Some servers count the prompt only at the beginning, others only at the end.
    if (sum !== null) this.#promptTokens = sum || (this.#promptTokens ?? 0)
    this.#responseTokens = tokensOf(usage.output_tokens) ?? this.#responseTokens
  }
}

function keyOf(index: unknown): number | undefined {
  return typeof index === 'number' ? index : undefined
}

function broken(message: string): EngineError {
  return new EngineError('broken-stream', message)
}
