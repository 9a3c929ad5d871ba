// Formats a response as OpenAI's named stream events. As in chat/chunks.ts, the constant parts are serialised once.
import type { V1Failure } from '#http/v1-problem.ts'
import {
  ended,
  IN_PROGRESS,
  Output,
  responseObject,
  wireItem,
  wirePart,
  type Frame,
  type Item,
  type Piece,
  type ResponseStatus,
} from './output.ts'

const NAMES = {
  message: 'response.output_text',
  reasoning: 'response.reasoning_text',
  function_call: 'response.function_call_arguments',
} as const

/** The events of one response: each string is one or more complete events, with consecutive sequence numbers. */
export class ResponseEvents {
  readonly #frame: Frame
  readonly #output: Output
  readonly #open = new Set<Item>()
  #number = 0
  /** The item of the last piece, and the constant part of its events. */
  #last: { readonly item: Item; readonly head: string; readonly tail: string } | undefined

  constructor(frame: Frame) {
    this.#frame = frame
    this.#output = new Output(frame.id)
  }

  begin(): string {
    return this.#response('created', IN_PROGRESS) + this.#response('in_progress', IN_PROGRESS)
  }

  piece(piece: Piece): string {
    const item = this.#output.take(piece)
    const before = this.#last?.item === item ? '' : this.#turn(item)
    const text = piece.type === 'tool-call' ? piece.arguments : piece.text
    if (text === '' || !this.#last) return before
    const { head, tail } = this.#last
    return `${before}${head}${this.#number++}${tail}${JSON.stringify(text)}}\n\n`
  }

  end(event: Parameters<typeof ended>[1], filtered: boolean): string {
    const standing = ended(this.#output, event, filtered, this.#frame.now)
    const closed = [...this.#open].map((item) => this.#close(item)).join('')
    return closed + this.#response(standing.status, standing)
  }

  /** Returns the events of a failed answer: an error, which client libraries throw, and the failed response. */
  failed(failure: V1Failure): string {
    for (const item of this.#open) item.status = 'incomplete'
    const { code, message, param } = failure
    const error = { code: codeOf(failure), message }
    return (
      this.#event('error', { code, message, param, error: failure }) +
      this.#response('failed', { ...IN_PROGRESS, status: 'failed', error })
    )
  }

  /** Returns the events before a piece of a different item. */
  #turn(item: Item): string {
    const place = JSON.stringify({ ...placeOf(item), ...logprobsOf(item) }).slice(1, -1)
    this.#last = { item, head: headOf(`${NAMES[item.kind]}.delta`), tail: `,${place},"delta":` }
    if (this.#open.has(item)) return ''
    // Pieces of calls can alternate; text and reasoning are complete when another item begins.
    const over = [...this.#open].filter(({ called }) => !called)
    return over.map((one) => this.#close(one)).join('') + this.#begin(item)
  }

  #begin(item: Item): string {
    this.#open.add(item)
    const empty = { ...item, text: '' }
    const bare = item.called ? wireItem(empty) : { ...wireItem(empty), content: [] }
    const added = this.#event('response.output_item.added', { output_index: item.index, item: bare })
    if (item.called) return added
    return added + this.#event('response.content_part.added', { ...placeOf(item), part: wirePart(empty) })
  }

  #close(item: Item): string {
    this.#open.delete(item)
    if (item.status === 'in_progress') item.status = 'completed'
    const { called, text, index } = item
    const place = placeOf(item)
    const done = `${NAMES[item.kind]}.done`
    const whole = called
      ? this.#event(done, { ...place, name: called.name, arguments: text })
      : this.#event(done, { ...place, ...logprobsOf(item), text }) +
        this.#event('response.content_part.done', { ...place, part: wirePart(item) })
    return whole + this.#event('response.output_item.done', { output_index: index, item: wireItem(item) })
  }

  #response(type: string, standing: ResponseStatus): string {
    const response = responseObject(this.#frame, this.#output.items, standing)
    return this.#event(`response.${type}`, { response })
  }

  #event(type: string, fields: object): string {
    return `${headOf(type)}${this.#number++},${JSON.stringify(fields).slice(1)}\n\n`
  }
}

/** Returns an event up to its sequence number. */
function headOf(type: string): string {
  return `event: ${type}\ndata: {"type":"${type}","sequence_number":`
}

/** Returns the item and the part that an event belongs to. */
function placeOf({ id, index, called }: Item) {
  return { item_id: id, output_index: index, ...(called ? {} : { content_index: 0 }) }
}

function logprobsOf({ kind }: Item) {
  return kind === 'message' ? { logprobs: [] } : {}
}

/** A response has fewer error codes than an error object. */
function codeOf({ type }: V1Failure): string {
  if (type === 'rate_limit_error') return 'rate_limit_exceeded'
  return type === 'server_error' ? 'server_error' : 'invalid_prompt'
}
