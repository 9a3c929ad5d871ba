import type { ChatEvent } from '../../../engines/engine.ts'

/** The longest piece that goes out at once, in UTF-16 units: a reader's page stays usable, the log's rows stay small. */
const PIECE = 32_768

/**
 * Repairs the events of one answer in their order, so that every part of the road can carry their text: no NUL (PostgreSQL
 * stores none), no half surrogate pair (held back until its other half comes), no piece beyond what one event may hold.
 * Nearly every event is fit as it is and returned as it is; of the others there come none, one or several.
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

/** Keeps the text of an answer back until it is whole, for models that do not stream. */
export interface Holder {
  /** Whether the event was kept back. */
  takes(event: ChatEvent): boolean
  /** What was kept back, once an event follows that must come after it. */
  before(event: ChatEvent): readonly ChatEvent[]
  /** What was kept back of an answer that broke. */
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
      if (!holds || (event.type !== 'text' && event.type !== 'thinking')) return false
      held[event.type] += event.text
      return true
    },
    before: (event) => (event.type === 'end' || event.type === 'tool-call' ? rest() : NOTHING),
    rest,
  }
}
