// What the details of an answer say. Pure.
import type { Message } from '@polylogue/contract'

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
  | 'attachmentsCut'
  | 'attachmentsUsed'
  | 'attachmentsWhole'

export interface Detail {
  name: FactName
  kind: 'text' | 'code' | 'time' | 'count' | 'speed' | 'seconds'
  value: string | number
}

/** Statistics that have words of their own; the others are shown by their keys. */
const WORDED = new Set([
  'reasoningTime',
  'firstPieceMs',
  'queuedMs',
  'historyDropped',
  'attachmentsCut',
  'attachmentsUsed',
  'attachmentsWhole',
  'retryAfter',
])

/** The facts that a message has (times in milliseconds), its options and its other statistics by their names. */
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
    ['attachmentsCut', 'count', statistics.get('attachmentsCut')],
    ['attachmentsUsed', 'count', statistics.get('attachmentsUsed')],
    ['attachmentsWhole', 'count', statistics.get('attachmentsWhole')],
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

/** What the page says under an answer; characters of files in `used` and `whole`. */
export type Remark =
  | { readonly key: 'cutAtLength' | 'historyDropped' | 'attachmentsCut'; readonly count: number }
  | { readonly key: 'attachmentsUsed'; readonly count: number; readonly used: number; readonly whole: number }

/** What the figures of an answer tell its reader: that it was cut, and what of the conversation and the files it did not see. */
export function remarksOf({ statistics }: Message): Remark[] {
  const values = new Map(statistics.map(({ key, value }) => [key, value]))
  const [dropped = 0, count = 0, used = 0, whole = 0] = [
    'historyDropped',
    'attachmentsCut',
    'attachmentsUsed',
    'attachmentsWhole',
  ].map((key) => Number(values.get(key) ?? 0))
  const files: Remark =
    whole > 0 ? { key: 'attachmentsUsed', count, used, whole } : { key: 'attachmentsCut', count }
  return [
    ...(values.get('endReason') === 'length' ? [{ key: 'cutAtLength' as const, count: 1 }] : []),
    ...(dropped > 0 ? [{ key: 'historyDropped' as const, count: dropped }] : []),
    ...(count > 0 ? [files] : []),
  ]
}

/** An answer that ended by itself says nothing by it. */
const isUsual = (key: string, value: string | number) => key === 'endReason' && value === 'stop'

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** How long the model of a stored message reasoned, in milliseconds. */
export function reasoningTimeOf(message: Message): number | undefined {
  const value = Number(message.statistics.find(({ key }) => key === 'reasoningTime')?.value ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** When a refused question may be asked again, in milliseconds since 1970; undefined where the engine named no time. */
export function retryAt({ created, overallResponseTime, statistics }: Message): number | undefined {
  const seconds = Number(statistics.find(({ key }) => key === 'retryAfter')?.value ?? Number.NaN)
  if (!(seconds > 0)) return undefined
  return Date.parse(created) + (overallResponseTime ?? 0) + seconds * 1_000
}
