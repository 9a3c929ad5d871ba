import { folded } from '@polylogue/retrieval/folded'

/** Whether a text has every word that was typed, in any order and without regard to case and accents, as on the server. */
export function hasWords(text: string, typed: string): boolean {
  const all = folded(text)
  return folded(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word))
}

/** Whether a text has what was typed, without regard to case and accents. */
export const hasText = (text: string, typed: string): boolean => folded(text).includes(folded(typed.trim()))
