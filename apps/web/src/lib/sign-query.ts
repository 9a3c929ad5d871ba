/**
 * Returns what a draft searches a list for: the text after a sign that begins it, such as `/`. Undefined if it is just text,
 * such as `// comment` or `# heading`.
 */
export function signQuery(sign: '/' | '#', text: string): string | undefined {
  const rest = text.slice(1)
  const isText =
    !text.startsWith(sign) ||
    rest.startsWith(sign) ||
    /^\s/.test(rest) ||
    text.includes('\n') ||
    text.length > 200
  return isText ? undefined : rest.trim()
}
