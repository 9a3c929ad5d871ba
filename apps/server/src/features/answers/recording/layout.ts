// How a finished answer was cut into events, kept beside its text, so that it resumes with the numbers it was sent with
// although the log is gone: a number above 0 is so much text, below 0 so much reasoning, 0 an empty piece; anything else
// is the event itself. Sources stand on the message, so their place is enough.
import type { AnswerEvent, Source } from '@polylogue/contract'

type Entry = number | 'sources' | AnswerEvent

/** The layout of an answer's events, without those that end it. */
export function layoutOf(events: readonly AnswerEvent[]): string {
  return JSON.stringify(events.map(entryOf))
}

function entryOf(event: AnswerEvent): Entry {
  if (event.type === 'text') return event.text.length
  if (event.type === 'reasoning') return -event.text.length
  return event.type === 'sources' ? 'sources' : event
}

/** The events of a finished answer, made again from its texts and its layout. */
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
