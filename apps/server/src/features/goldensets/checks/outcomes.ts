import type { Outcome, UnclearCode } from '@polylogue/contract'

export const verdict = (passed: boolean, reason = ''): Outcome => ({ passed, code: null, reason })
export const unclear = (code: UnclearCode, reason = ''): Outcome => ({ passed: null, code, reason })

export function outcomeCounts(outcomes: readonly Outcome[]): {
  passed: number
  failed: number
  unclear: number
} {
  const of = (wanted: boolean | null) => outcomes.filter(({ passed }) => passed === wanted).length
  return { passed: of(true), failed: of(false), unclear: of(null) }
}
