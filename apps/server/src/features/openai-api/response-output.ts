// What comes of an answer, as the items of a response: one fold, for responses that are streamed and for those that are not.
import type { Usage } from '../../engines/engine.ts'
import type { DirectEvent } from '../answers/index.ts'
import { finishReason, wireUsage, type Identity } from './chunks.ts'
import type { Fields } from './refusal.ts'

/** A piece of an answer: what of its events becomes output. */
export type Piece = Extract<DirectEvent, { type: 'text' | 'thinking' | 'tool-call' }>

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

/** Something that is put out. `text` is what came of it so far: words, or the arguments of a call. */
export interface Item {
  readonly kind: 'message' | 'reasoning' | 'function_call'
  readonly id: string
  /** Its place in the output. */
  readonly index: number
  /** Of a call. */
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
  /** What is being said or thought. */
  #spoken: Item | undefined

  /** `responseId` makes the ids of the items. */
  constructor(responseId: string) {
    this.#serial = responseId.slice(responseId.indexOf('_') + 1)
  }

  /** Takes a piece and says which item it belongs to. */
  take(piece: Piece): Item {
    const item = piece.type === 'tool-call' ? this.#callOf(piece) : this.#said(piece.type)
    item.text += piece.type === 'tool-call' ? piece.arguments : piece.text
    return item
  }

  #said(type: 'text' | 'thinking'): Item {
    const kind = type === 'text' ? 'message' : 'reasoning'
    if (this.#spoken?.kind !== kind) this.#spoken = this.#add(kind)
    return this.#spoken
  }

  #callOf({ index, id, name }: Extract<Piece, { type: 'tool-call' }>): Item {
    // What is said after a call is a message of its own.
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

/** An item as programs read it. */
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

/** What is said or thought, as the part of its item. */
export function wirePart({ kind, text }: Item) {
  return kind === 'message'
    ? { type: 'output_text', annotations: [], logprobs: [], text }
    : { type: 'reasoning_text', text }
}

/** How a response stands, in OpenAI's words. */
export interface Standing {
  /** Seconds since 1970; null for what is not whole. */
  readonly completed_at: number | null
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  readonly incomplete_details: { readonly reason: 'max_output_tokens' | 'content_filter' } | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage: ReturnType<typeof responseUsage> | null
}

export const IN_PROGRESS: Standing = {
  status: 'in_progress',
  completed_at: null,
  incomplete_details: null,
  error: null,
  usage: null,
}

/** How an answer came to its end, which is `now`; its items are closed. */
export function ended(
  { items }: Output,
  event: Extract<DirectEvent, { type: 'end' }>,
  filtered: boolean,
  now: () => number,
): Standing {
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

/** Counts as in chat completions: of the engine, 0 where it does not count. No engine tells the details. */
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

/** What a response says besides what came. */
export interface Frame extends Identity {
  /** What it says again of its request. */
  readonly echo: Fields
  /** Whether several tools may be called at once: without it the first call alone counts. */
  readonly parallel: boolean
  /** Seconds since 1970. */
  readonly now: () => number
}

/** A response as programs read it. */
export function responseObject(
  { id, created, model, echo }: Frame,
  output: readonly Item[],
  standing: Standing,
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

/** What is the same for every request here, whatever it wished: nothing is kept, and engines are not told how hard to think. */
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
