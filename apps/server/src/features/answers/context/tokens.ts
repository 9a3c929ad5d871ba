/** What a picture costs, roughly: engines differ, none tells beforehand. */
export const IMAGE_TOKENS = 1_000

/** UTF-8 bytes that count as a token. */
export const TOKEN_BYTES = 3

/**
 * How many tokens a text has, roughly and rather too many: three UTF-8 bytes a token. English has about four, German
 * three to four, Cyrillic two characters of two bytes.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES) + 4
}

/** The beginning of a text that is about so many tokens long, never half a character. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokens <= 0) return ''
  if (estimateTokens(text) <= tokens) return text
  const bytes = Buffer.from(text).subarray(0, tokens * TOKEN_BYTES)
  return new TextDecoder('utf-8').decode(bytes).replace(/\uFFFD+$/, '')
}
