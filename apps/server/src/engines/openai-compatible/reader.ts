import { createParser, type EventSourceParser, type ParseError } from 'eventsource-parser'
import { EngineError, type ChatEvent, type Usage } from '../engine.ts'
import type { AnswerReader } from '../wire/answer.ts'
import { MAX_LINE_BYTES } from '../wire/body-text.ts'
import { isRecord } from '../../platform/outbound/index.ts'
import { streamFailure } from '../wire/failures.ts'
import { eventOf, pieceOf, pushPiece, tokensOf } from '../wire/pieces.ts'
import { ToolCalls } from '../wire/tool-calls.ts'

/** Reads the events of POST /v1/chat/completions. */
export class CompletionReader implements AnswerReader {
  state: AnswerReader['state'] = 'open'
  readonly #parser: EventSourceParser
  #out: ChatEvent[] = []
  #phase: 'none' | 'thinking' | 'text' = 'none'
  #reason: 'stop' | 'length' = 'stop'
  #usage: Usage = { promptTokens: null, responseTokens: null }
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
    // Servers that were forced to call a tool end with `stop`, and some others do so too.
    const reason = this.#reason === 'stop' && this.#calls !== undefined ? 'tool-calls' : this.#reason
    return { type: 'end', reason, usage: this.#usage }
  }

  #event(data: string): void {
    if (this.state === 'closed') return
    if (data.startsWith('[DONE]')) {
      this.state = 'closed'
      return
    }
    const event = eventOf(data)
    if (isRecord(event.usage)) this.#count(event.usage)
    if (isRecord(event.prompt_progress)) this.#reading(event.prompt_progress)
    const choice: unknown = Array.isArray(event.choices) ? event.choices[0] : undefined
    if (isRecord(choice)) this.#choice(choice)
    // An event without choices has the token counts or a vendor extension, but must belong to this dialect.
    else if (!Array.isArray(event.choices) && !isRecord(event.usage))
      throw broken('An event of the answer has no choices')
  }

  /** Prompt progress of llama.cpp's server; cached tokens do not count. */
  #reading({ total, cache, processed }: Record<string, unknown>): void {
    if (this.#phase !== 'none') return
    const all = Number(total) - Number(cache)
    const done = Number(processed) - Number(cache)
    if (!(all > 0 && done >= 0)) return
    this.#out.push({ type: 'status', phase: 'reading', progress: Math.min(1, done / all) })
  }

  #choice(choice: Record<string, unknown>): void {
    const { delta, finish_reason: finish } = choice
    if (isRecord(delta)) {
      // Two names for the same field: DeepSeek and llama.cpp's server use the first, vLLM and OpenRouter the second.
      this.#piece('thinking', pieceOf(delta.reasoning_content) || pieceOf(delta.reasoning))
      this.#piece('text', pieceOf(delta.content) || pieceOf(delta.refusal))
      if (Array.isArray(delta.tool_calls)) for (const call of delta.tool_calls) this.#wished(call)
      // The deprecated field for a single call.
      else if (isRecord(delta.function_call)) this.#wished({ index: 0, function: delta.function_call })
    } else if (typeof finish !== 'string') throw broken('A choice of the answer has no delta')
    if (typeof finish === 'string' && finish !== '') this.#finish(finish)
  }

  #wished(call: unknown): void {
    if (!isRecord(call)) throw broken('A call of a tool is not an object')
    const { index, id } = call
    const piece = isRecord(call.function) ? call.function : {}
    this.#calls ??= new ToolCalls()
    const key = typeof index === 'number' ? index : undefined
    this.#calls.piece(this.#out, key, { id, name: piece.name, arguments: piece.arguments })
  }

  #piece(type: 'thinking' | 'text', text: string): void {
    if (text === '') return
    if (this.#phase !== type) {
      this.#phase = type
      this.#out.push({ type: 'status', phase: type === 'text' ? 'answering' : 'thinking' })
    }
    pushPiece(this.#out, type, text)
  }

  #finish(reason: string): void {
    if (reason === 'error') throw new EngineError('internal', 'The engine ended the answer with an error')
    if (reason === 'length') this.#reason = 'length'
    if (reason === 'content_filter') this.#out.push({ type: 'notice', code: 'CONTENT_FILTERED', params: {} })
    this.#calls?.finish(this.#out)
    this.state = 'finished'
  }

  #count(usage: Record<string, unknown>): void {
    this.#usage = {
      promptTokens: tokensOf(usage.prompt_tokens),
      responseTokens: tokensOf(usage.completion_tokens),
    }
  }

  #fault(error: ParseError): void {
    if (error.type === 'invalid-retry') return
    // Older llama.cpp servers report a failure in a separate field.
    if (error.type === 'unknown-field' && error.field === 'error')
      throw streamFailure(parsedOrText(error.value ?? ''))
    throw broken('A line of the answer is not of an event stream')
  }
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function broken(message: string): EngineError {
  return new EngineError('broken-stream', message)
}
