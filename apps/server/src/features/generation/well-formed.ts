import type { ChatEvent } from '../../engines/engine.ts'

/** The longest piece that goes out at once, in UTF-16 units: a reader's page stays usable, the log's rows stay small. */
const PIECE = 32_768

/**
 * The same events with text that every part of the road can carry: no NUL (PostgreSQL stores none), no half surrogate pair
 * (held back until its other half comes), no piece beyond what one event may hold.
 */
export async function* wellFormed(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent> {
  const held = { text: '', thinking: '' }
  for await (const event of events) {
    if (event.type === 'text' || event.type === 'thinking') {
      const { whole, half } = splitHalf(held[event.type] + event.text)
      held[event.type] = half
      yield* pieces(event.type, whole)
      continue
    }
    if (event.type === 'end') {
      if (held.thinking) yield { type: 'thinking', text: '\uFFFD' }
      if (held.text) yield { type: 'text', text: '\uFFFD' }
    }
    yield event
  }
}

function splitHalf(text: string): { whole: string; half: string } {
  const last = text.charCodeAt(text.length - 1)
  const isHigh = last >= 0xd800 && last <= 0xdbff
  return isHigh ? { whole: text.slice(0, -1), half: text.slice(-1) } : { whole: text, half: '' }
}

function* pieces(type: 'text' | 'thinking', text: string): Generator<ChatEvent> {
  const clean = (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
  let from = 0
  while (from < clean.length) {
    const { whole } = splitHalf(clean.slice(from, from + PIECE))
    yield { type, text: whole }
    from += whole.length
  }
}
