// Folds an answer into the items of a response, for streamed and other responses alike.
import type { Usage } from '#engines/engine.ts'
import type { DirectEvent } from '#features/answers/index.ts'
import { finishReason, wireUsage, type Identity } from '../replies/wire.ts'
import type { Fields } from '../requests/index.ts'

/** A piece of an answer: the events that become output. */
export type Piece = Extract<DirectEvent, { type: 'text' | 'thinking' | 'tool-call' }>

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

/** An output item. `text` is its content so far: text, or the arguments of a call. */
export interface Item {
  kind: 'message' | 'reasoning' | 'function_call'
  id: string
  /** Its index in the output. */
  readonly index: number
  /** Only for a call. */
  readonly called: { readonly call_id: string; readonly name: string } | undefined
  text: string
  status: ItemStatus
}

const PREFIX = { message: 'msg', reasoning: 'rs', function_call: 'fc' } as const

/** The items of one answer. */
export class Output {
  readonly items: Item[] = []
  readonly #serial: string
  readonly #calls = new Map<number, Item>()
  /** The current text or reasoning item. */
  #spoken: Item | undefined

  /** Item ids are derived from `responseId`. */
  constructor(responseId: string) {
    this.#serial = responseId.slice(responseId.indexOf('_') + 1)
  }

  /** Adds a piece and returns its item. */
  take(piece: Piece): Item {
    const item = piece.type === 'tool-call' ? this.#callOf(piece) : this.#said(piece.type)
    item.text += piece.type === 'tool-call' ? piece.arguments : piece.text
    return item
  }

  /** Turns the messages so far into reasoning. */
  reasoned(): void {
    for (const item of this.items) {
      if (item.kind !== 'message') continue
      item.kind = 'reasoning'
      item.id = item.id.replace(PREFIX.message, PREFIX.reasoning)
    }
  }

  #said(type: 'text' | 'thinking'): Item {
    const kind = type === 'text' ? 'message' : 'reasoning'
    if (this.#spoken?.kind !== kind) this.#spoken = this.#add(kind)
    return this.#spoken
  }

  #callOf({ index, id, name }: Extract<Piece, { type: 'tool-call' }>): Item {
    // Text after a call is a new message.
    this.#spoken = undefined
    const known = this.#calls.get(index)
    if (known) return known
    const call = { call_id: id ?? `call_${this.#serial}${index}`, name: name ?? '' }
    const item = this.#add('function_call', call)
    this.#calls.set(index, item)
    return item
  }

  #add(kind: Item['kind'], called?: Item['called']): Item {
    const index = this.items.length
    const id = `${PREFIX[kind]}_${this.#serial}${index.toString(16).padStart(2, '0')}`
    const item: Item = { kind, id, index, called, text: '', status: 'in_progress' }
    this.items.push(item)
    return item
  }
}

/** Returns an item in the API's format. */
export function wireItem(item: Item) {
  const { kind, id, status, called, text } = item
  switch (kind) {
    case 'message':
      return { id, type: kind, status, role: 'assistant', content: [wirePart(item)] }
    case 'reasoning':
      return { id, type: kind, status, summary: [], content: [wirePart(item)] }
    case 'function_call':
      return { id, type: kind, status, arguments: text, ...called }
  }
}

/** Returns the text or reasoning part of an item. */
export function wirePart({ kind, text }: Item) {
  return kind === 'message'
    ? { type: 'output_text', annotations: [], logprobs: [], text }
    : { type: 'reasoning_text', text }
}

/** The status of a response, in OpenAI's terms. */
export interface ResponseStatus {
  /** Seconds since 1970; null if incomplete. */
  readonly completed_at: number | null
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  readonly incomplete_details: { readonly reason: 'max_output_tokens' | 'content_filter' } | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage: ReturnType<typeof responseUsage> | null
}

export const IN_PROGRESS: ResponseStatus = {
  status: 'in_progress',
  completed_at: null,
  incomplete_details: null,
  error: null,
  usage: null,
}

/** Returns the final status; `now` is the end time. Closes its items. */
export function ended(
  { items }: Output,
  event: Extract<DirectEvent, { type: 'end' }>,
  filtered: boolean,
  now: () => number,
): ResponseStatus {
  const reason = finishReason(event.reason, { called: false, filtered })
  const isWhole = reason !== 'length' && reason !== 'content_filter'
  for (const item of items) item.status = 'completed'
  const last = items.at(-1)
  if (last && !isWhole) last.status = 'incomplete'
  return {
    status: isWhole ? 'completed' : 'incomplete',
    completed_at: isWhole ? now() : null,
    incomplete_details: isWhole
      ? null
      : { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' },
    error: null,
    usage: responseUsage(event.usage),
  }
}

/** Token counts as in chat completions: 0 if the engine does not count. No engine reports the details. */
function responseUsage(usage: Usage) {
  const { prompt_tokens, completion_tokens, total_tokens } = wireUsage(usage)
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens,
  }
}

/** Fields of a response besides its output. */
export interface Frame extends Identity {
  /** Request fields that the response repeats. */
  readonly echo: Fields
  /** Whether parallel tool calls are allowed; otherwise only the first call is passed on. */
  readonly parallel: boolean
  /** Seconds since 1970. */
  readonly now: () => number
}

/** Returns a response in the API's format. */
export function responseObject(
  { id, created, model, echo }: Frame,
  output: readonly Item[],
  standing: ResponseStatus,
) {
  return {
    id,
    object: 'response',
    created_at: created,
    model,
    ...standing,
    output: output.map(wireItem),
    ...echo,
    ...ALWAYS,
  }
}

/** Constant fields, whatever was requested: nothing is stored, and engines get no reasoning effort. */
const ALWAYS = {
  background: false,
  max_tool_calls: null,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: 'default',
  store: false,
  top_logprobs: 0,
  truncation: 'disabled',
} as const
