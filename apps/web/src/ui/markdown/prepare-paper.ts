import { hasMarkdownBlock } from './blocks.ts'
import { needsCjk } from './cjk-text.ts'
import { hasMath } from './math-text.ts'
import { cjkPart, fencesPart, mathPart } from './parts.ts'

/** Loads the code that texts need before they are rendered at once for an export. */
export async function preparePaper(texts: readonly string[]): Promise<void> {
  await Promise.all([
    texts.some(hasMath) && mathPart.load(),
    texts.some(needsCjk) && cjkPart.load(),
    texts.some(hasMarkdownBlock) && fencesPart.load(),
  ])
}
