import { EngineError, type ChatEvent, type Usage } from '../engine.ts'
import type { AnswerReader } from '../wire/answer.ts'
import { isRecord } from '#platform/outbound/index.ts'
import { AnswerText } from '../wire/answer-text.ts'
import { plainFailure } from '../wire/event-stream.ts'
import { eventOf, tokensOf } from '../wire/pieces.ts'
import { ToolCalls } from '../wire/tool-calls.ts'

/** Reads the lines of POST /api/chat. */
export class ChatLineReader implements AnswerReader {
  state: AnswerReader['state'] = 'open'
  readonly #text: AnswerText
  #rest = ''
  #isFirst = true
  #reason: 'stop' | 'length' = 'stop'
  #usage: Usage = { promptTokens: null, responseTokens: null }
  #calls: ToolCalls | undefined

  /** `continues`: the engine continues an answer, which can begin anywhere. */
  constructor(continues = false) {
    this.#text = new AnswerText(continues)
  }

  feed(text: string, out: ChatEvent[]): void {
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      const line = this.#rest + text.slice(from, at)
      this.#rest = ''
      from = at + 1
      this.#line(line, out)
    }
    this.#rest += text.slice(from)
  }

  finish(out: ChatEvent[]): void {
    // The last line can have no end.
    const line = this.#rest
    this.#rest = ''
    this.#line(line, out)
    this.#text.end(out)
  }

  end(): ChatEvent {
    const reason = this.#reason === 'stop' && this.#calls !== undefined ? 'tool-calls' : this.#reason
    return { type: 'end', reason, usage: this.#usage }
  }

  #line(padded: string, out: ChatEvent[]): void {
    // Proxies turn the lines into events.
    const line = padded.trim().replace(/^data:\s*/, '')
    if (line === '' || this.state === 'closed' || line.startsWith('[DONE]') || isOfEvents(line)) return
    if (this.#isFirst && !line.startsWith('{')) throw plainFailure(line)
    this.#isFirst = false
    const event = eventOf(line)
    const { message, done, response } = event
    // `response` and `thinking` beside it: the answers of /api/generate, which some proxies send.
    const said = isRecord(message)
      ? message
      : typeof response === 'string'
        ? { ...event, content: response }
        : {}
    this.#text.reasoning(said, out)
    this.#text.content(said.content, out)
    // Models that make pictures send them beside the message.
    this.#text.pictures(said.images ?? event.image, out)
    if (Array.isArray(said.tool_calls)) this.#wished(said.tool_calls, out)
    if (done === true) this.#finish(event, out)
  }

  #finish(event: Record<string, unknown>, out: ChatEvent[]): void {
    this.#text.end(out)
    this.state = 'closed'
    if (event.done_reason === 'length') this.#reason = 'length'
    this.#usage = {
      promptTokens: tokensOf(event.prompt_eval_count),
      responseTokens: tokensOf(event.eval_count),
    }
  }

  /** Ollama sends every tool call whole. */
  #wished(calls: readonly unknown[], out: ChatEvent[]): void {
    for (const call of calls) {
      if (!isRecord(call) || !isRecord(call.function))
        throw new EngineError('broken-stream', 'A call of a tool has no function')
      this.#calls ??= new ToolCalls()
      this.#calls.whole(out, { id: call.id, name: call.function.name, arguments: call.function.arguments })
      this.#calls.finish(out)
    }
  }
}

/** Comments and fields of an event stream that carry no answer. */
function isOfEvents(line: string): boolean {
  return line.startsWith(':') || /^(?:event|id|retry):/.test(line)
}
