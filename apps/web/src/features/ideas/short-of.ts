import { cutText } from '@polylogue/contract/browser'

/** Returns the beginning of a prompt, in one line. */
export function shortOf(prompt: string): string {
  const line = prompt.trim().replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `${cutText(line, 80).trimEnd()} …` : line
}
