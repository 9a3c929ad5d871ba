import { hasMath } from './math-text.ts'
import { mathPart } from './parts.ts'

/** Fetches what texts need before they are rendered in one go, for paper. */
export async function preparePaper(texts: readonly string[]): Promise<void> {
  if (texts.some(hasMath)) await mathPart.load()
}
