// Computes the details of an answer. Pure.
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

/** A remark below an answer; `used` and `whole` are characters of files, or passages of a data source. */
export type Remark =
  | { readonly key: 'cutAtLength' | 'historyDropped' | 'attachmentsCut'; readonly count: number }
  | {
      readonly key: 'attachmentsUsed' | 'passagesUsed'
      readonly count: number
      readonly used: number
      readonly whole: number
    }

/** Returns the remarks of an answer: that it was cut, and which part of the conversation, files or data source it saw. */
export function remarksOf({ statistics }: Message): Remark[] {
  const values = new Map(statistics.map(({ key, value }) => [key, value]))
  const [dropped = 0, count = 0, used = 0, whole = 0] = [
    'historyDropped',
    'attachmentsCut',
    'attachmentsUsed',
    'attachmentsWhole',
  ].map((key) => Number(values.get(key) ?? 0))
  const searched = Number(values.get('datasourceSearched') ?? 0)
  const passages = Number(values.get('datasourceUsed') ?? 0)
  const files: Remark =
    whole > 0 ? { key: 'attachmentsUsed', count, used, whole } : { key: 'attachmentsCut', count }
  return [
    ...(values.get('endReason') === 'length' ? [{ key: 'cutAtLength' as const, count: 1 }] : []),
    ...(dropped > 0 ? [{ key: 'historyDropped' as const, count: dropped }] : []),
    ...(count > 0 ? [files] : []),
    ...(passages > 0
      ? [{ key: 'passagesUsed' as const, count: searched, used: passages, whole: searched }]
      : []),
  ]
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

/** Returns the reasoning time of a stored message in milliseconds. */
export function reasoningTimeOf(message: Message): number | undefined {
  const value = Number(message.statistics.find(({ key }) => key === 'reasoningTime')?.value ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** Failures that asking the same again does not change. */
const LASTING = new Set(['ENGINE_REFUSED', 'ENGINE_MODEL_MISSING', 'ENGINE_AUTH', 'ENGINE_CONTEXT_OVERFLOW'])

/** Returns whether another attempt can succeed where a message failed. */
export function mayRetry({ errorCode }: Pick<Message, 'errorCode'>): boolean {
  return !LASTING.has(errorCode ?? '')
}

/** Returns why the model server refused a message, in its own words. */
export function refusalOf({ statistics }: Pick<Message, 'statistics'>): string | undefined {
  const words = statistics.find(({ key }) => key === 'refusal')?.value
  return typeof words === 'string' && words !== '' ? words : undefined
}

/** Returns the earliest retry time in milliseconds since 1970; undefined if the engine sent none. */
export function retryAt({ created, overallResponseTime, statistics }: Message): number | undefined {
  const seconds = Number(statistics.find(({ key }) => key === 'retryAfter')?.value ?? Number.NaN)
  if (!(seconds > 0)) return undefined
  return Date.parse(created) + (overallResponseTime ?? 0) + seconds * 1_000
}
