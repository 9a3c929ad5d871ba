/** The pattern for LIKE and ILIKE that finds a text anywhere, whatever signs it holds. */
export function containing(text: string): string {
  return `%${escaped(text)}%`
}

/** The pattern for LIKE and ILIKE that finds what begins with a text, whatever signs it holds. */
export function beginning(text: string): string {
  return `${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
