// The text of a draft: the text of the field and large pastes next to it.
import { PROMPT_LIMIT } from '@polylogue/contract/browser'

/** A large paste, shown next to the field. */
export interface Pasted {
  id: string
  text: string
}

/**
 * Minimum length of a paste that is shown as one line next to the field. Laying out 20,000 lines in a text field blocks a
 * slow computer for seconds.
 */
export const LARGE = 20_000

export const isLarge = (text: string): boolean => text.length > LARGE

/** Returns the whole message: the text of the field, then the pastes, separated by empty lines. */
export const wholeOf = (field: string, pasted: readonly Pasted[]): string =>
  [field, ...pasted.map(({ text }) => text)]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')

export const isTooLong = (field: string, pasted: readonly Pasted[]): boolean =>
  pasted.reduce((sum, { text }) => sum + text.length + 2, field.length) > PROMPT_LIMIT

/** Counts the lines of a text; a trailing newline does not start another line. */
export function linesOf(text: string): number {
  let lines = text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    lines += 1
  return lines
}
