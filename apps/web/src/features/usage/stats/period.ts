// The period that the address of the page names. Pure.
import { USAGE_DAYS } from '@polylogue/contract/browser'
import type { UsageQuery } from '../api.ts'
import { daysOf } from '../days.ts'

export const SPANS = ['7', '30', '90', '365', 'dates'] as const
export type Span = (typeof SPANS)[number]

export interface Period {
  readonly span: Span
  readonly from: string
  readonly to: string
  /** Undefined while the dates are no period. */
  readonly query: UsageQuery | undefined
  readonly wrong: 'missing' | 'order' | 'long' | undefined
}

export function periodIn(get: (name: string) => string): Period {
  const span = SPANS.find((one) => one === get('span')) ?? '30'
  const [from, to] = [get('from'), get('to')]
  if (span !== 'dates') return { span, from, to, query: { days: Number(span) }, wrong: undefined }
  const wrong = faultOf(from, to)
  return { span, from, to, query: wrong ? undefined : { from, to }, wrong }
}

function faultOf(from: string, to: string): Period['wrong'] {
  if (!isDay(from) || !isDay(to)) return 'missing'
  if (from > to) return 'order'
  return daysOf(from, to) > USAGE_DAYS ? 'long' : undefined
}

/** Whether the text is a day of the calendar: 30 February is none. */
const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
