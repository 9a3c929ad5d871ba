// What is typed of a tag's settings. Pure.

export type ChoiceOfAbility = 'told' | 'yes' | 'no'

const LEAST = 256
const MOST = 100_000_000

/** Tokens as they are typed, with or without marks between thousands; null where the field is empty. */
export function readContext(typed: string): number | null | 'wrong' {
  const digits = typed.replaceAll(/[\s.,’'_]/gu, '')
  if (digits === '') return null
  const tokens = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  return tokens >= LEAST && tokens <= MOST ? tokens : 'wrong'
}
