// The form values of a tag's settings. Pure.

export type ChoiceOfAbility = 'told' | 'yes' | 'no'

const LEAST = 256
const MAX = 100_000_000

/** Parses a number of tokens, with or without thousands separators; null for an empty field. */
export function readContext(typed: string): number | null | 'wrong' {
  const digits = typed.replaceAll(/[\s.,’'_]/gu, '')
  if (digits === '') return null
  const tokens = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  return tokens >= LEAST && tokens <= MAX ? tokens : 'wrong'
}
