// The words of the message that is being written: what stands in the field, and large pastes beside it.
import { PROMPT_LIMIT } from '@polylogue/contract/browser'

/** Text that was pasted and stands beside the field. */
export interface Pasted {
  id: string
  text: string
}

/**
 * Pasted text from this many characters on stands beside the field, in one line. Laying out 20,000 lines in a text field
 * blocks a slow computer for seconds, and nobody reads them there.
 */
export const LARGE = 20_000

export const isLarge = (text: string): boolean => text.length > LARGE

/** The whole message: the field, then what was pasted, with an empty line between them. */
export const wholeOf = (field: string, pasted: readonly Pasted[]): string =>
  [field, ...pasted.map(({ text }) => text)]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')

export const isTooLong = (field: string, pasted: readonly Pasted[]): boolean =>
  pasted.reduce((sum, { text }) => sum + text.length + 2, field.length) > PROMPT_LIMIT

export const hasWords = (text: string): boolean => /\S/.test(text)

/** `added` behind what stands there, with an empty line between them: nothing is lost. */
export const appended = (text: string, added: string): string =>
  hasWords(text) ? `${text.trimEnd()}\n\n${added}` : added

/** Lines of a text; an end of line at its end begins no new one. */
export function linesOf(text: string): number {
  let lines = text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    lines += 1
  return lines
}

/** The first words of a prompt on one line, as a name for what it began (shell specification, section 9: six of them). */
export function summaryOf(prompt: string, words = 6): string {
  const plain = prompt.replace(/[#*_`>|~]+/g, ' ').trim()
  const first = plain.split(/\s+/).slice(0, words).join(' ')
  const letters = Array.from(new Intl.Segmenter().segment(first), ({ segment }) => segment)
  // A language without spaces has no words here.
  return letters
    .slice(0, MOST_LETTERS)
    .join('')
    .replace(/[\s,;:–-]+$/, '')
}

const MOST_LETTERS = 80
