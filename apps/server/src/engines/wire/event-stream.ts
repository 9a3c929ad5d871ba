// The body of a streamed answer: server-sent events, or what servers send in their place.
import { createParser, type EventSourceParser, type ParseError } from 'eventsource-parser'
import { EngineError } from '../engine.ts'
import { MAX_LINE_BYTES } from './body-text.ts'
import { streamFailure } from './failures.ts'
import { eventOf } from './pieces.ts'

/** Characters of a plain text that are read: enough for the reason of a refusal. */
const TEXT_LENGTH = 4_000
/** Longest answer that is read as one object. */
const OBJECT_LENGTH = 16 * 1024 * 1024
/** Beginning of a line of an event stream. */
const FIELD = /^(?:\uFEFF)?(?:data|event|id|retry|error)?(?::|$)/

/** What gateways send as data or name of an event to keep a connection: nothing, a comment or one of these words. */
const IDLE = /^\s*(?:$|:|(?:null|ping|pong|heart-?beat|keep-?alive)\s*$)/i

/** Reads a body of unknown form: events, one JSON object or a plain text. `event` gets each event's object. */
export class EventStream {
  readonly #event: (event: Record<string, unknown>) => void
  readonly #isEnd: (data: string) => boolean
  readonly #parser: EventSourceParser
  #form: 'unknown' | 'events' | 'object' | 'text' = 'unknown'
  #held: string[] = []
  #length = 0

  /** `isEnd` returns true for data that is no event and ends the answer, such as [DONE]. */
  constructor(event: (event: Record<string, unknown>) => void, isEnd: (data: string) => boolean) {
    this.#event = event
    this.#isEnd = isEnd
    this.#parser = createParser({
      maxBufferSize: MAX_LINE_BYTES,
      onEvent: ({ event: name, data }) => this.#read(name, data),
      onError: (error) => fault(error),
    })
  }

  feed(text: string): void {
    if (this.#form === 'events') return this.#lines(text)
    this.#hold(text)
    if (this.#form === 'unknown') this.#recognise(false)
  }

  /** Reads the last line, which can have no end. */
  finish(): void {
    if (this.#form === 'unknown') this.#recognise(true)
    if (this.#form === 'events') return this.#lines('\n\n')
    const text = this.#held.join('')
    if (text.trim() === '') return
    if (this.#form === 'object') return this.#objects(text)
    throw plainFailure(text)
  }

  /** Feeds the parser with whole lines: of a line in pieces it drops fields that it does not know, such as `error`. */
  #lines(text: string): void {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
    if (end === 0) {
      this.#length += text.length
      if (this.#length > MAX_LINE_BYTES)
        throw new EngineError('broken-stream', 'A line of the answer is too long')
      this.#held.push(text)
      return
    }
    const begin = this.#held.join('')
    this.#held = end === text.length ? [] : [text.slice(end)]
    this.#length = text.length - end
    this.#parser.feed(begin + text.slice(0, end))
  }

  #hold(text: string): void {
    this.#length += text.length
    if (this.#form === 'text' && this.#length > TEXT_LENGTH) return
    if (this.#length > OBJECT_LENGTH)
      throw new EngineError('broken-stream', 'The answer is one object that is too long')
    this.#held.push(text)
  }

  #recognise(isEnd: boolean): void {
    const text = this.#held.join('')
    const begin = text.trimStart()
    const line = /^[^\r\n]*(?=[\r\n])/.exec(begin)?.[0]
    if (/^(?:\[\s*)?\{/.test(begin)) this.#form = 'object'
    else if (/^\[\s*$/.test(begin) && !isEnd) return
    else if (begin.startsWith(':')) this.#form = 'events'
    else if (line !== undefined || isEnd || text.length > TEXT_LENGTH)
      this.#form = FIELD.test(line ?? begin) || /^(?:data|error):/.test(begin) ? 'events' : 'text'
    else if (/^(?:data|event|id|retry|error):/.test(begin)) this.#form = 'events'
    if (this.#form !== 'events') return
    this.#held = []
    this.#length = 0
    this.#lines(text)
  }

  /** Reads one object, a list of events, or lines with one each. */
  #objects(text: string): void {
    const value = parsedOrText(text)
    const isLines = value === text && /[}\]]\s*[\r\n]/.test(text)
    const parts = Array.isArray(value)
      ? value.map((one) => JSON.stringify(one))
      : isLines
        ? linesOf(text)
        : [text]
    for (const part of parts) if (!this.#isEnd(part)) this.#event(eventOf(part))
  }

  #read(name: string | undefined, whole: string): void {
    // Some frameworks write the name of the field twice.
    const data = whole.startsWith('data:') ? whole.replace(/^(?:data:\s*)+/, '') : whole
    if (this.#isEnd(data)) return
    if (name === 'error') throw streamFailure(parsedOrText(data))
    if (IDLE.test(data) || (name !== undefined && IDLE.test(name))) return
    if (!/^\s*[{[]/.test(data)) throw plainFailure(data)
    // Servers that leave out the empty line after each event.
    if (data.includes('\n') && parsedOrText(data) === data)
      for (const line of linesOf(data)) this.#read(undefined, line)
    else this.#event(eventOf(data))
  }
}

/** Returns the failure of a body that is neither events nor an object: a proxy's or server's sentence, or anything else. */
export function plainFailure(text: string): EngineError {
  // Fewer letters can be the beginning of an event that was cut off.
  const isSentence = /^[\p{L}\p{N}"'[(][^<{}]{5,}$/u.test(text.trim()) && parsedOrText(text) === text
  return isSentence
    ? streamFailure(text.trim())
    : new EngineError('broken-stream', 'The answer is not an event stream')
}

function fault(error: ParseError): void {
  if (error.type === 'invalid-retry') return
  // Older llama.cpp servers report a failure in a separate field.
  if (error.type === 'unknown-field' && error.field === 'error')
    throw streamFailure(parsedOrText(error.value ?? ''))
  throw new EngineError('broken-stream', 'A line of the answer is not of an event stream')
}

const linesOf = (text: string): string[] => text.split(/[\r\n]+/).filter((line) => line.trim() !== '')

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
