// The text of an answer in all forms in which servers send it.
import { isRecord } from '#platform/outbound/index.ts'
import { EngineError, type ChatEvent } from '../engine.ts'
import { pieceOf, pushPiece } from './pieces.ts'
import { ReasoningTags } from './reasoning-tags.ts'

/** The names of reasoning among the fields of a message: servers use one of them, some two with the same text. */
const REASONING_FIELDS = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'reasoning_text',
  'reasoning_details',
  'thinking_blocks',
]

/** Lists of lists are not deeper than this. */
const MAX_DEPTH = 4
/** A picture within the text, in Markdown, of about a line: the rest of its data was left out. */
const LARGE = 700_000
const LARGE_PICTURE = /!?\[[^\][\n]{0,200}\]\(data:image\/[^\s()]{700000,}\)?/gi
/** Characters of the beginning by which a repeated answer is recognised. */
const BEGIN_LENGTH = 100

/** Pushes the pieces of one answer and its phases. */
export class AnswerText {
  #out: ChatEvent[] = []
  #phase: 'none' | 'thinking' | 'text' = 'none'
  #length = 0
  #begin = ''
  /** The message has its reasoning in a field: reasoning between tags of its content is the same again. */
  #isInField = false
  #hasPictures = false
  readonly #tags: ReasoningTags

  /** `continues`: the text continues an answer, so it does not begin with reasoning. */
  constructor(continues = false) {
    const listener = {
      text: (type: 'thinking' | 'text', text: string) => {
        if (type === 'text' || !this.#isInField) this.#push(type, text)
      },
      reasoned: () => this.#reasoned(),
    }
    this.#tags = new ReasoningTags(listener, continues)
  }

  get begun(): boolean {
    return this.#phase !== 'none'
  }

  /** Adds the reasoning that a message has in any of its fields. */
  reasoning(message: Record<string, unknown>, out: ChatEvent[]): void {
    this.#out = out
    this.#isInField = false
    for (const name of REASONING_FIELDS) {
      const text = reasoningOf(message[name])
      if (text === '') continue
      this.#isInField = true
      return this.#push('thinking', text)
    }
  }

  /** Returns whether content is the whole answer again, of which all text was read in pieces. */
  repeats(content: unknown): boolean {
    if (typeof content !== 'string' || this.#length === 0) return false
    return content.length >= this.#length && content.includes(this.#begin)
  }

  thinking(value: unknown, out: ChatEvent[]): void {
    this.#out = out
    this.#push('thinking', reasoningOf(value))
  }

  /** Takes the pictures beside the text, and tells once that they are left out. */
  pictures(value: unknown, out: ChatEvent[]): void {
    this.#out = out
    if (Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '') this.#picture()
  }

  /** Adds content: text, or a list of parts. Throws EngineError on anything else. */
  content(value: unknown, out: ChatEvent[]): void {
    this.#out = out
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) this.#part(part)
  }

  /** Adds content that the server marks as reasoning; most of it has tags besides. */
  marked(value: unknown, out: ChatEvent[]): void {
    const isTagged = typeof value !== 'string' || this.#tags.isThinking || value.trimStart().startsWith('<')
    if (isTagged) this.content(value, out)
    else this.thinking(value, out)
  }

  /** Adds what was held back, because it could have been the beginning of a tag. */
  end(out: ChatEvent[]): void {
    this.#out = out
    this.#tags.end()
  }

  #part(part: unknown): void {
    if (!isRecord(part)) return this.#said(pieceOf(part))
    if (part.type === 'thinking' || part.type === 'reasoning')
      return this.#push('thinking', reasoningOf(part.thinking ?? part.reasoning ?? part.text ?? part.summary))
    if ('text' in part) return this.#said(textOf(part.text))
    if ('refusal' in part) return this.#said(pieceOf(part.refusal))
    if (/^(?:output_)?image/.test(String(part.type)) || 'image_url' in part) return this.#picture()
    // Other parts, such as references, have no text; an object without a type is of another API.
    if (typeof part.type !== 'string') throw unreadable()
  }

  #said(text: string): void {
    const rest = text.length > LARGE ? text.replaceAll(LARGE_PICTURE, '') : text
    if (rest.length < text.length) this.#picture()
    if (rest !== '') this.#tags.feed(rest)
  }

  #picture(): void {
    if (!this.#hasPictures) this.#out.push({ type: 'notice', code: 'PICTURES_LEFT_OUT', params: {} })
    this.#hasPictures = true
  }

  #push(type: 'thinking' | 'text', text: string): void {
    if (text === '') return
    if (type === 'text') {
      this.#length += text.length
      if (this.#begin.length < BEGIN_LENGTH) this.#begin = (this.#begin + text).slice(0, BEGIN_LENGTH)
    }
    if (this.#phase !== type) {
      this.#phase = type
      this.#out.push({ type: 'status', phase: type === 'text' ? 'answering' : 'thinking' })
    }
    pushPiece(this.#out, type, text)
  }

  /** Turns all text so far into reasoning. */
  #reasoned(): void {
    const texts = this.#out.filter((event) => event.type === 'text')
    const waiting = texts.reduce((sum, { text }) => sum + text.length, 0)
    this.#phase = 'thinking'
    // Text that was passed on already is taken back.
    if (waiting < this.#length) this.#out.push({ type: 'reasoned' })
    else
      for (const [at, event] of this.#out.entries()) {
        if (event.type === 'text') this.#out[at] = { type: 'thinking', text: event.text.trimStart() }
        if (event.type === 'status' && event.phase === 'answering')
          this.#out[at] = { type: 'status', phase: 'thinking' }
      }
    this.#length = 0
    this.#begin = ''
  }
}

/** Returns reasoning as text; a list, such as `reasoning_details`, can have encrypted parts, which have none. */
function reasoningOf(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw unreadable()
  if (Array.isArray(value)) return value.map((part: unknown) => reasoningOf(part, depth + 1)).join('')
  if (!isRecord(value)) return pieceOf(value)
  return reasoningOf(value.text ?? value.thinking ?? value.content ?? value.summary, depth + 1)
}

/** A text part can have its text in a field of its own. */
function textOf(value: unknown): string {
  return isRecord(value) && 'value' in value ? pieceOf(value.value) : pieceOf(value)
}

function unreadable(): EngineError {
  return new EngineError('broken-stream', 'A piece of the answer is not text')
}
