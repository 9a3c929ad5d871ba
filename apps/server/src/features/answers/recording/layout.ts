// Encodes how a finished answer was cut into events, so that it resumes with the original numbers after its log is deleted:
// above 0 characters of text, below 0 of reasoning, 0 an empty piece; anything else is the event itself. Sources are on the
// message, so only their place is stored.
import type { AnswerEvent, Source } from '@polylogue/contract'

type Entry = number | 'sources' | AnswerEvent

/** Returns the layout of an answer's events, without the events that end it. */
export function layoutOf(events: readonly AnswerEvent[]): string {
  // Text before the mark became reasoning.
  const mark = events.findLastIndex(({ type }) => type === 'reasoned')
  return JSON.stringify(
    events.map((event, at) => (event.type === 'text' && at < mark ? -event.text.length : entryOf(event))),
  )
}

function entryOf(event: AnswerEvent): Entry {
  if (event.type === 'text') return event.text.length
  if (event.type === 'reasoning') return -event.text.length
  return event.type === 'sources' ? 'sources' : event
}

/** Rebuilds the events of a finished answer from its texts and its layout. */
export function eventsOf(
  layout: string,
  texts: { response: string; reasoning: string; sources: Source[] },
): AnswerEvent[] {
  let text = 0
  let reasoning = 0
  return (JSON.parse(layout) as Entry[]).map((entry): AnswerEvent => {
    if (entry === 'sources') return { type: 'sources', sources: texts.sources }
    if (typeof entry !== 'number') return entry
    if (entry >= 0) return { type: 'text', text: texts.response.slice(text, (text += entry)) }
    return { type: 'reasoning', text: texts.reasoning.slice(reasoning, (reasoning -= entry)) }
  })
}
