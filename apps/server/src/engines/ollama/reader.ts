import { EngineError, type ChatEvent, type Usage } from '../engine.ts'
import type { AnswerReader } from '../wire/answer.ts'
import { isRecord } from '../../platform/outbound/index.ts'
import { eventOf, pieceOf, pushPiece, tokensOf } from '../wire/pieces.ts'
import { ToolCalls } from '../wire/tool-calls.ts'

/** Reads the lines of POST /api/chat. */
export class ChatLineReader implements AnswerReader {
  state: AnswerReader['state'] = 'open'
  #rest = ''
  #phase: 'none' | 'thinking' | 'text' = 'none'
  #reason: 'stop' | 'length' = 'stop'
  #usage: Usage = { promptTokens: null, responseTokens: null }
  #calls: ToolCalls | undefined

  feed(text: string, out: ChatEvent[]): void {
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      const line = this.#rest + text.slice(from, at)
      this.#rest = ''
      from = at + 1
      if (line !== '' && line !== '\r') this.#line(line, out)
    }
    this.#rest += text.slice(from)
  }

  end(): ChatEvent {
    const reason = this.#reason === 'stop' && this.#calls !== undefined ? 'tool-calls' : this.#reason
    return { type: 'end', reason, usage: this.#usage }
  }

  #line(line: string, out: ChatEvent[]): void {
    if (this.state === 'closed') return
    const event = eventOf(line)
    const { message, done } = event
    if (!isRecord(message) && done !== true)
      throw new EngineError('broken-stream', 'A line of the answer has no message')
    if (isRecord(message)) {
      this.#piece('thinking', pieceOf(message.thinking), out)
      this.#piece('text', pieceOf(message.content), out)
      if (Array.isArray(message.tool_calls)) this.#wished(message.tool_calls, out)
    }
    if (done !== true) return
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

  #piece(type: 'thinking' | 'text', text: string, out: ChatEvent[]): void {
    if (text === '') return
    if (this.#phase !== type) {
      this.#phase = type
      out.push({ type: 'status', phase: type === 'text' ? 'answering' : 'thinking' })
    }
    pushPiece(out, type, text)
  }
}
