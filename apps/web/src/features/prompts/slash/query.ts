/** Returns what a draft searches the prompts for: the text after a slash that begins it. Undefined if it is just text. */
export function slashQuery(text: string): string | undefined {
  const isText = !text.startsWith('/') || /^\/[/\s]/.test(text) || text.includes('\n') || text.length > 200
  return isText ? undefined : text.slice(1).trim()
}
