// What a visitor gets of an answer and of the documents behind it. Pure.
import {
  PROBLEMS,
  type ChatbotSources,
  type ProblemCode,
  type Source,
  type VisitorMessage,
} from '@polylogue/contract'
import { OVERLOADS } from '../overload.ts'
import { MESSAGE_STATES, type StoredSource } from '../table.ts'
import type { DocumentRow, MessageRow } from './store.ts'

const OF_DOCUMENT = /^\/datasources\/\d+\/media\/(\d+)(?:[?#]|$)/

/** Returns the id of the document that a source comes from; 0 for a page of the help. */
export const mediaIdOf = ({ uri }: Pick<Source, 'uri'>): number => Number(OF_DOCUMENT.exec(uri)?.[1] ?? 0)

/** Returns the sources of an answer as they are stored; `publicUri` tells whether everybody can open an address. */
export function storedSources(
  sources: readonly Source[],
  documents: readonly DocumentRow[],
  publicUri: (url: string) => string | null,
): StoredSource[] {
  const byId = new Map(documents.map((one) => [one.id, one]))
  return sources.map((source) => {
    const document = byId.get(mediaIdOf(source))
    const uri = document?.url ? publicUri(document.url) : null
    return {
      number: source.id,
      title: source.title,
      place: source.place ?? null,
      quote: source.quote,
      uri,
      // A page of the web is opened where it is.
      opens: document !== undefined && document.url === null,
      mediaId: document?.id ?? 0,
      datasourceId: document?.datasourceId ?? 0,
    }
  })
}

/** Returns the sources that a chatbot shows: never an id, and no more than its rules allow now. */
export function shownSources(
  sources: readonly StoredSource[],
  rule: ChatbotSources,
): VisitorMessage['sources'] {
  if (rule === 'none') return []
  return sources.map(({ number, title, place, quote, uri, opens }) => ({
    number,
    title,
    place,
    quote: rule === 'titles' ? null : quote,
    uri,
    opens: rule === 'documents' && opens,
  }))
}

/** The same in the form of the event stream, whose sources have an address and a passage as texts. */
export function sourcesEvent(sources: readonly StoredSource[], rule: ChatbotSources) {
  const shown = shownSources(sources, rule)
  return {
    type: 'sources' as const,
    sources: shown.map(({ quote, uri, place, ...source }) => ({
      id: source.number,
      ...source,
      uri: uri ?? '',
      quote: quote ?? '',
      ...(place === null ? {} : { place }),
    })),
  }
}

/** What visitors are told of failures; of all others they learn only that there was one. */
const TOLD: ReadonlySet<string> = new Set<ProblemCode>([
  'CHATBOT_CLOSED',
  'CHATBOT_QUESTION_LONG',
  ...OVERLOADS,
])

export const toldCode = (code: string): string => (TOLD.has(code) ? code : 'ENGINE_FAILED')

/** The sentence of every failure: those of the problems name models and servers. */
const [, FAILED] = PROBLEMS.CHATBOT_CLOSED
export const errorEvent = (code: string) => ({
  type: 'error' as const,
  errorCode: toldCode(code),
  errorMessage: FAILED,
})

export function toVisitorMessage(message: MessageRow, rule: ChatbotSources): VisitorMessage {
  const { id, question, answer, errorCode, missed, rating } = message
  return {
    id,
    question,
    answer,
    state: MESSAGE_STATES[message.state] ?? 'failed',
    errorCode: errorCode === null ? null : toldCode(errorCode),
    missed,
    sources: shownSources(message.sources, rule),
    rating: rating === 1 || rating === -1 ? rating : 0,
    created: message.created.toISOString(),
  }
}
