import { EngineError, type ChatEvent, type Usage } from '../engine.ts'
import type { AnswerReader } from '../wire/answer.ts'
import { isRecord } from '#platform/outbound/index.ts'
import { AnswerText } from '../wire/answer-text.ts'
import { EventStream } from '../wire/event-stream.ts'
import { sanitised, streamFailure, wordsOf } from '../wire/failures.ts'
import { isError, tokensOf } from '../wire/pieces.ts'
import { ToolCalls } from '../wire/tool-calls.ts'

type Fields = Record<string, unknown>

/** Reasons of ends that are failures, of OpenRouter, vLLM, Z.ai, Gemini and gateways. */
const FAILED =
  /^(?:error|abort(?:ed)?|cancell?ed|time_?out|failed|(?:network|server|internal|engine)_error|function_call_filter|malformed_function_call)\b/i
/** Reasons of ends by a filter; Gemini adds the filter's name. */
const FILTERED =
  /^(content_filter(ed)?|sensitive|(image_)?safety|(image_)?prohibited_content|recitation|blocklist|spii|refusal|guardrail(s|_intervened)?)\b/i
/** Reasons of ends at the maximum length, also those of Gemini and Anthropic, which proxies pass on. */
const CUT =
  /^(length|model_length|max_(output_|completion_|new_)?tokens|(model_)?context_(window|length)_exceeded)$/i

/** The last event as some gateways write it. */
const DONE = /^\s*\[?done\]?\s*$/i

/** Reads the answer of POST /v1/chat/completions: events, or one whole answer in their place. */
export class CompletionReader implements AnswerReader {
  state: AnswerReader['state'] = 'open'
  readonly #stream = new EventStream(
    (event) => this.#event(event),
    (data) => this.#isEnd(data),
  )
  readonly #text: AnswerText
  #out: ChatEvent[] = []
  #reason: 'stop' | 'length' = 'stop'
  #usage: Usage = { promptTokens: null, responseTokens: null }
  #calls: ToolCalls | undefined
  #isFiltered = false
  /** An event of counts alone came after the text, as the last event of an answer. */
  #isCounted = false

  /** `continues`: the engine continues an answer, which can begin anywhere. */
  constructor(continues = false) {
    this.#text = new AnswerText(continues)
  }

  feed(text: string, out: ChatEvent[]): void {
    this.#out = out
    this.#stream.feed(text)
  }

  finish(out: ChatEvent[]): void {
    this.#out = out
    if (this.state === 'open') this.#stream.finish()
    if (this.state === 'open' && this.#isCounted) this.#close('closed')
    this.#text.end(out)
  }

  end(): ChatEvent {
    // Servers that were forced to call a tool end with `stop`, and some others do so too.
    const reason = this.#reason === 'stop' && this.#calls !== undefined ? 'tool-calls' : this.#reason
    return { type: 'end', reason, usage: this.#usage }
  }

  #isEnd(data: string): boolean {
    if (!data.startsWith('[DONE]') && !DONE.test(data)) return this.state === 'closed'
    this.#close('closed')
    return true
  }

  #event(event: Fields): void {
    if (event.object === 'error') throw streamFailure(event)
    const choice: unknown = Array.isArray(event.choices) ? event.choices[0] : undefined
    if (isRecord(event.x_groq) && event.x_groq.error) throw streamFailure(event.x_groq.error)
    // MiniMax; its status 0 is success.
    if (isRecord(event.base_resp) && Number(event.base_resp.status_code) > 0)
      throw streamFailure(event.base_resp)
    const usage = usageOf(event, choice)
    if (usage) this.#usage = usage
    if (usage && choice === undefined) this.#isCounted = this.#text.begun
    if (isRecord(event.prompt_progress)) this.#reading(event.prompt_progress)
    if (isRecord(choice)) this.#choice(choice, event.finish_reason)
    // Events without choices have the token counts or a vendor extension, or are an error in another form.
    else if (!Array.isArray(event.choices) && usage === undefined && isComplaint(event))
      throw streamFailure(event)
    else if (typeof event.finish_reason === 'string') this.#finish(event.finish_reason)
  }

  /** Prompt progress of llama.cpp's server; cached tokens do not count. */
  #reading({ total, cache, processed }: Fields): void {
    if (this.#text.begun) return
    const all = Number(total) - Number(cache)
    const done = Number(processed) - Number(cache)
    if (!(all > 0 && done >= 0)) return
    this.#out.push({ type: 'status', phase: 'reading', progress: Math.min(1, done / all) })
  }

  #choice(choice: Fields, outerFinish: unknown): void {
    if (isError(choice.error)) throw streamFailure(choice.error)
    // Whole answers have `message`, as do the last events of some servers that stream.
    const delta = isRecord(choice.delta) ? choice.delta : choice.message
    if (isRecord(delta)) this.#delta(delta, delta === choice.delta)
    else if (typeof choice.text === 'string') this.#text.content(choice.text, this.#out)
    const reasons = [choice.finish_reason, isRecord(delta) ? delta.finish_reason : undefined, outerFinish]
    // SGLang can say more of it than its type.
    const types = reasons.map((reason) => (isRecord(reason) ? reason.type : reason))
    const finish = types.find((reason) => typeof reason === 'string' && reason !== '' && reason !== 'null')
    if (typeof finish === 'string') this.#finish(finish)
    // A whole answer is complete, whatever it says about its end.
    else if (isRecord(choice.message) && !isRecord(choice.delta)) this.#finish('stop')
  }

  #delta(delta: Fields, isPiece: boolean): void {
    this.#text.pictures(delta.images, this.#out)
    // Servers that end with the whole answer, after its pieces.
    if (!isPiece && this.#text.repeats(delta.content)) return
    if (isPiece || !this.#text.begun) this.#text.reasoning(delta, this.#out)
    if (isPiece && isThought(delta)) this.#text.marked(delta.content, this.#out)
    else
      this.#text.content(delta.content === '' ? delta.refusal : (delta.content ?? delta.refusal), this.#out)
    if (Array.isArray(delta.tool_calls)) for (const call of delta.tool_calls) this.#wished(call)
    // The deprecated field for a single call.
    else if (isRecord(delta.function_call)) this.#wished({ index: 0, function: delta.function_call })
  }

  #wished(call: unknown): void {
    if (!isRecord(call)) throw new EngineError('broken-stream', 'A call of a tool is not an object')
    const { index, id } = call
    const piece = isRecord(call.function) ? call.function : {}
    this.#calls ??= new ToolCalls()
    const key = typeof index === 'number' ? index : undefined
    const signature = googleOf(call).thought_signature
    this.#calls.piece(this.#out, key, { id, name: piece.name, arguments: piece.arguments, signature })
  }

  #finish(reason: string): void {
    if (FAILED.test(reason))
      throw new EngineError(
        'internal',
        `The engine ended the answer with ${reason}`,
        reason === 'error' ? {} : { reason: sanitised(reason) },
      )
    // DeepSeek's word for a server without capacity.
    if (reason === 'insufficient_system_resource') throw new EngineError('busy', 'The engine has no capacity')
    if (CUT.test(reason)) this.#reason = 'length'
    // Azure's asynchronous filter reports after the end.
    if (FILTERED.test(reason) && !this.#isFiltered) {
      this.#isFiltered = true
      this.#out.push({ type: 'notice', code: 'CONTENT_FILTERED', params: {} })
    }
    if (this.state === 'open') this.#close('finished')
  }

  #close(state: 'finished' | 'closed'): void {
    this.#text.end(this.#out)
    this.#calls?.finish(this.#out)
    this.state = state
  }
}

/** Gemini marks the pieces of its thoughts, whose tags some versions and proxies leave out. Whole answers have tags. */
function isThought(delta: Fields): boolean {
  return googleOf(delta).thought === true
}

/** Returns what Gemini adds to OpenAI's fields. */
function googleOf({ extra_content: extra }: Fields): Fields {
  return isRecord(extra) && isRecord(extra.google) ? extra.google : {}
}

/** Token counts are in the event; Groq has them in a field of its own, Moonshot in the choice. */
function usageOf(event: Fields, choice: unknown): Usage | undefined {
  const own = isRecord(event.x_groq) ? event.x_groq.usage : undefined
  const usage = [event.usage, own, isRecord(choice) ? choice.usage : undefined].find(isRecord)
  return (
    usage && {
      promptTokens: tokensOf(usage.prompt_tokens ?? usage.input_tokens),
      responseTokens: tokensOf(usage.completion_tokens ?? usage.output_tokens),
    }
  )
}

/** Servers report errors as a message, with a code or without, in place of choices. */
function isComplaint({ detail, errors, error_message, error_msg, ...event }: Fields): boolean {
  if ([detail, errors, error_message, error_msg].some((words) => wordsOf(words) !== '')) return true
  const { message, msg, code, status } = event
  const said = message ?? msg
  // Gateways write these codes beside a success, too.
  if (typeof said !== 'string' || said === '' || code === 0 || code === 200) return false
  return code !== undefined || status !== undefined || said.length > 1
}
