/** Returns the pattern that matches exactly these characters anywhere; escapes special ones. */
export function anywhere(text: string): string {
  return `%${escaped(text)}%`
}

/** Returns the pattern for LIKE and ILIKE that matches a prefix; escapes special characters. */
export function beginning(text: string): string {
  return `${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
