// What an answer says below its text: that it was cut, why it failed, and when to ask again. Pure.
import type { Message } from '@polylogue/contract'

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
