import { hasMath } from './math-text.ts'
import { mathPart } from './parts.ts'

/** Loads the code that texts need before they are rendered at once for an export. */
export async function preparePaper(texts: readonly string[]): Promise<void> {
  if (texts.some(hasMath)) await mathPart.load()
}
