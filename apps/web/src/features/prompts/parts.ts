// Splits the text of a prompt at its placeholders. Pure.
import { fillPlaceholders, type Placeholder } from '@polylogue/contract/browser'

export interface Part {
  text: string
  /** The name of the placeholder that this part is. */
  name?: string
}

/** Cannot occur in a stored text. */
const MARK = '\u0000'

/** Returns the text in parts: between the placeholders, and the placeholders as `{{name}}`. */
export function partsOf(text: string, placeholders: readonly Placeholder[]): Part[] {
  const marks = new Map(placeholders.map(({ name }, at) => [name, `${MARK}${at}${MARK}`]))
  // Every second piece is the number of a placeholder.
  const pieces = fillPlaceholders(text.replaceAll(MARK, ''), marks).split(MARK)
  return pieces.flatMap((piece, at): Part[] => {
    const placeholder = at % 2 === 1 ? placeholders[Number(piece)] : undefined
    if (placeholder) return [{ text: `{{${placeholder.name}}}`, name: placeholder.name }]
    return piece === '' ? [] : [{ text: piece }]
  })
}
