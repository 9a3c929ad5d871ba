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

export interface Detail {
  name: FactName
  kind: 'text' | 'code' | 'time' | 'count' | 'speed' | 'seconds'
  value: string | number
}

/** Statistics that have words of their own; the others are shown by their keys. */
const WORDED = new Set(['reasoningTime', 'firstPieceMs', 'queuedMs', 'historyDropped'])

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

/** An answer that ended by itself says nothing by it. */
const isUsual = (key: string, value: string | number) => key === 'endReason' && value === 'stop'

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** How long the model of a stored message reasoned, in milliseconds. */
export function reasoningTimeOf(message: Message): number | undefined {
  const value = Number(message.statistics.find(({ key }) => key === 'reasoningTime')?.value ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? value : undefined
}
