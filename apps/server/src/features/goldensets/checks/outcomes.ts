import { cutText, type Outcome, type UnclearCode } from '@polylogue/contract'

/** Characters of a reason that are kept. */
const REASON = 1_000

export const verdict = (passed: boolean, reason = ''): Outcome => ({
  passed,
  code: null,
  reason: storable(reason),
})
export const unclear = (code: UnclearCode, reason = ''): Outcome => ({
  passed: null,
  code,
  reason: storable(reason),
})

/** A reason quotes a model: PostgreSQL stores neither NUL nor half an emoji. */
function storable(reason: string): string {
  return cutText(reason, REASON).replaceAll('\0', '\uFFFD').toWellFormed()
}

export function outcomeCounts(outcomes: readonly Outcome[]): {
  passed: number
  failed: number
  unclear: number
} {
  const of = (wanted: boolean | null) => outcomes.filter(({ passed }) => passed === wanted).length
  return { passed: of(true), failed: of(false), unclear: of(null) }
}
