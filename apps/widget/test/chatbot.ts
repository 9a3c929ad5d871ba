// A chatbot and its replies, as the tests of the widget script them.
import { WidgetSettings, type VisitorMessage, type WidgetConfig } from '@polylogue/contract'
import { wireEvent, type AnswerEvent } from '@polylogue/contract/browser'

/** How a chatbot looks and answers: closed at first, in the corner of a page. */
export const CHATBOT: WidgetConfig = {
  widget: WidgetSettings.parse({ title: 'Help', sound: false, installDelay: 0 }),
  questionLength: 900,
  sources: 'titles',
  contact: true,
  isOpen: true,
}

/** Returns an answered question. */
export const messageOf = (some: Partial<VisitorMessage> = {}): VisitorMessage => ({
  id: 7,
  question: 'Why?',
  answer: 'Because.',
  state: 'done',
  errorCode: null,
  missed: false,
  sources: [],
  rating: 0,
  created: '2026-11-29T00:00:00.000Z',
  ...some,
})

/** Returns the events of an answer as they are sent. */
export const encoded = (...events: readonly AnswerEvent[]): string =>
  events
    .map((event) => wireEvent(7, event))
    .map(({ event, data }, index) => `id: ${index + 1}\nevent: ${event}\ndata: ${data}\n\n`)
    .join('')

/** Returns an answer that is streamed at once. */
export const streamed = (...events: readonly AnswerEvent[]): Response => new Response(encoded(...events))

/** Returns an answer whose connection stays open after these events. */
export const unended = (...events: readonly AnswerEvent[]): Response =>
  new Response(
    new ReadableStream({ start: (sink) => sink.enqueue(new TextEncoder().encode(encoded(...events))) }),
  )

/** Returns the refusal of a call. */
export const refused = (errorCode: string, params: object = {}, status = 429): Response =>
  Response.json({ errorCode, messageContent: { meta: { params } } }, { status })
