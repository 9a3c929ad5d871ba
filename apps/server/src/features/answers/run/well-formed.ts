import type { ChatEvent } from '#engines/engine.ts'

/** Maximum length of a piece in UTF-16 units: keeps the reader's page responsive and the log's rows small. */
const PIECE = 32_768

/**
 * Repairs the events of one answer in order, so that every later step can carry their text: no NUL (PostgreSQL stores none),
 * no half surrogate pair (held back until its other half arrives), no piece above the maximum. Returns a valid event, which
 * is nearly every one, unchanged; others become none, one or several events.
 */
export function repairer(): (event: ChatEvent) => ChatEvent | readonly ChatEvent[] {
  const held = { text: '', thinking: '' }
  return (event) => {
    if (event.type === 'text' || event.type === 'thinking') {
      if (held[event.type] === '' && isFit(event.text)) return event
      const { whole, half } = splitHalf(held[event.type] + event.text)
      held[event.type] = half
      return pieces(event.type, whole)
    }
    if (event.type !== 'end' || (held.thinking === '' && held.text === '')) return event
    const last: ChatEvent[] = []
    if (held.thinking) last.push({ type: 'thinking', text: '\uFFFD' })
    if (held.text) last.push({ type: 'text', text: '\uFFFD' })
    return [...last, event]
  }
}

function isFit(text: string): boolean {
  return text !== '' && text.length <= PIECE && text.isWellFormed() && !text.includes('\0')
}

function splitHalf(text: string): { whole: string; half: string } {
  const last = text.charCodeAt(text.length - 1)
  const isHigh = last >= 0xd800 && last <= 0xdbff
  return isHigh ? { whole: text.slice(0, -1), half: text.slice(-1) } : { whole: text, half: '' }
}

function pieces(type: 'text' | 'thinking', text: string): ChatEvent[] {
  const clean = (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
  const parts: ChatEvent[] = []
  let from = 0
  while (from < clean.length) {
    const { whole } = splitHalf(clean.slice(from, from + PIECE))
    parts.push({ type, text: whole })
    from += whole.length
  }
  return parts
}

/** Buffers the text of an answer until it is complete, for models that do not stream. */
export interface Holder {
  /** Returns true when the event was buffered. */
  takes(event: ChatEvent): boolean
  /** Returns the buffered text before an event that must follow it. */
  before(event: ChatEvent): readonly ChatEvent[]
  /** Returns the buffered text of a broken answer. */
  rest(): readonly ChatEvent[]
}

const NOTHING: readonly ChatEvent[] = []

export function holder(holds: boolean): Holder {
  const held = { text: '', thinking: '' }
  const rest = (): readonly ChatEvent[] => {
    if (!holds) return NOTHING
    const events = [...pieces('thinking', held.thinking), ...pieces('text', held.text)]
    held.text = held.thinking = ''
    return events
  }
  return {
    takes(event) {
      if (holds && event.type === 'reasoned') {
        held.thinking += held.text
        held.text = ''
        return true
      }
      if (!holds || (event.type !== 'text' && event.type !== 'thinking')) return false
      held[event.type] += event.text
      return true
    },
    before: (event) => (event.type === 'end' || event.type === 'tool-call' ? rest() : NOTHING),
    rest,
  }
}
