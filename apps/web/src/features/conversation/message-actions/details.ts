// Computes the details of an answer, for their dialog. Pure.
import type { Message } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'

export type FactName =
  | 'model'
  | 'tag'
  | 'asked'
  | 'promptTokens'
  | 'answerTokens'
  | 'speed'
  | 'responseTime'
  | 'overallTime'
  | 'reasoningTime'
  | 'firstPiece'
  | 'queued'
  | 'historyDropped'
  | 'historyConfidential'
  | 'attachmentsCut'
  | 'attachmentsUsed'
  | 'attachmentsWhole'
  | 'custInstsDenied'
  | 'custInstsDropped'
  | 'datasourceDenied'
  | 'datasourceSearched'
  | 'datasourceConfidential'
  | 'datasourceUsed'
  | 'datasourceByWords'
  | 'datasourceGone'
  | 'datasourceTranslated'

export interface Detail {
  name: FactName
  kind: 'text' | 'code' | 'time' | 'count' | 'speed' | 'seconds'
  value: string | number
}

/** Statistics with a translation; others are shown by key. */
const WORDED = new Set([
  'reasoningTime',
  'firstPieceMs',
  'queuedMs',
  'historyDropped',
  'historyConfidential',
  'attachmentsCut',
  'attachmentsUsed',
  'attachmentsWhole',
  'custInstsDenied',
  'custInstsDropped',
  'datasourceDenied',
  'datasourceSearched',
  'datasourceConfidential',
  'datasourceUsed',
  'datasourceByWords',
  'datasourceGone',
  'datasourceTranslated',
  'retryAfter',
  'refusal',
  // Told by the link to the test of the question.
  'datasourceId',
  'datasourceAmount',
  'datasourceRoom',
  'datasourceTogether',
])

/** Returns the facts of a message (times in milliseconds), its options and its other statistics by key. */
export function detailsOf(message: Message): {
  facts: Detail[]
  options: [string, string][]
  statistics: [string, string][]
} {
  const statistics = new Map(message.statistics.map(({ key, value }) => [key, value]))
  const facts: [FactName, Detail['kind'], string | number | null | undefined][] = [
    ['model', 'text', message.modelName],
    ['tag', 'code', message.modelTagName],
    ['asked', 'time', message.created],
    ['promptTokens', 'count', message.numTokPrompt],
    ['answerTokens', 'count', message.numTokResponse],
    ['speed', 'speed', message.tokenPerSeconds],
    ['queued', 'seconds', statistics.get('queuedMs')],
    ['firstPiece', 'seconds', statistics.get('firstPieceMs')],
    ['responseTime', 'seconds', message.responseTime],
    ['overallTime', 'seconds', message.overallResponseTime],
    ['reasoningTime', 'seconds', statistics.get('reasoningTime')],
    ['historyDropped', 'count', statistics.get('historyDropped')],
    ['historyConfidential', 'count', statistics.get('historyConfidential')],
    ['attachmentsCut', 'count', statistics.get('attachmentsCut')],
    ['attachmentsUsed', 'count', statistics.get('attachmentsUsed')],
    ['attachmentsWhole', 'count', statistics.get('attachmentsWhole')],
    ['custInstsDenied', 'count', statistics.get('custInstsDenied')],
    ['custInstsDropped', 'count', statistics.get('custInstsDropped')],
    ['datasourceDenied', 'count', statistics.get('datasourceDenied')],
    ['datasourceSearched', 'count', statistics.get('datasourceSearched')],
    ['datasourceConfidential', 'count', statistics.get('datasourceConfidential')],
    ['datasourceUsed', 'count', statistics.get('datasourceUsed')],
    ['datasourceByWords', 'count', statistics.get('datasourceByWords')],
    ['datasourceGone', 'count', statistics.get('datasourceGone')],
    ['datasourceTranslated', 'text', statistics.get('datasourceTranslated')],
  ]
  return {
    facts: facts.flatMap(([name, kind, value]) =>
      value === null || value === undefined || value === '' ? [] : [{ name, kind, value }],
    ),
    options: Object.entries(message.options).map(([name, value]) => [name, written(value)]),
    statistics: [...statistics].flatMap(([key, value]) =>
      WORDED.has(key) || isUsual(key, value) ? [] : [[key, written(value)]],
    ),
  }
}

/** Characters of the questions in an address: some servers refuse more. */
const LONGEST = { question: 1_200, before: 600, translation: 600 }

/** Returns the address of the test of a question with its data source; undefined for an answer without one. */
export function testOf({ statistics, queryText, confidential }: Message, before: string): string | undefined {
  const values = new Map(statistics.map(({ key, value }) => [key, String(value)]))
  const id = values.get('datasourceId')
  if (id === undefined) return undefined
  const params = new URLSearchParams({ view: 'test', q: queryText.trim().slice(-LONGEST.question) })
  for (const [name, key] of [
    ['n', 'datasourceAmount'],
    ['room', 'datasourceRoom'],
  ] as const)
    if (values.has(key)) params.set(name, values.get(key) ?? '')
  if (values.has('datasourceTogether')) params.set('before', before.slice(-LONGEST.before))
  const translation = statistics.find(({ key }) => key === 'datasourceTranslated')?.value
  // A number in answers of earlier versions, which did not keep the text.
  if (typeof translation === 'string') params.set('translation', cutText(translation, LONGEST.translation))
  if (confidential) params.set('confidential', '1')
  return `/datasources/${id}?${params}`
}

/** A normal end is not listed. */
const isUsual = (key: string, value: string | number) => key === 'endReason' && value === 'stop'

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
