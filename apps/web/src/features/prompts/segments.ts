// Splits the text of a prompt at its placeholders. Pure.
import { fillPlaceholders, type Placeholder } from '@polylogue/contract/browser'

/** A piece of the text of a prompt. */
export interface PromptSegment {
  text: string
  /** The name of the placeholder that this segment is. */
  name?: string
}

/** Cannot occur in a stored text. */
const MARK = '\u0000'

/** Returns the text in segments: between the placeholders, and the placeholders as `{{name}}`. */
export function segmentsOf(text: string, placeholders: readonly Placeholder[]): PromptSegment[] {
  const marks = new Map(placeholders.map(({ name }, at) => [name, `${MARK}${at}${MARK}`]))
  // Every second piece is the number of a placeholder.
  const pieces = fillPlaceholders(text.replaceAll(MARK, ''), marks).split(MARK)
  return pieces.flatMap((piece, at): PromptSegment[] => {
    const placeholder = at % 2 === 1 ? placeholders[Number(piece)] : undefined
    if (placeholder) return [{ text: `{{${placeholder.name}}}`, name: placeholder.name }]
    return piece === '' ? [] : [{ text: piece }]
  })
}
