/** The pattern for LIKE and ILIKE that finds a text anywhere, whatever signs it holds. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
