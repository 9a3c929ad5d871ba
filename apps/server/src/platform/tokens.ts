/** Estimated tokens of a picture: engines differ, and none reports it beforehand. */
export const IMAGE_TOKENS = 1_000

/** UTF-8 bytes that count as one token. */
export const TOKEN_BYTES = 3

/**
 * Estimates the tokens of a text, rather too many: three UTF-8 bytes a token. English has about four bytes a token, German
 * three to four, Cyrillic two characters of two bytes.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES) + 4
}

/** Returns the beginning of a text with about this many tokens; never splits a character. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokens <= 0) return ''
  if (estimateTokens(text) <= tokens) return text
  const bytes = Buffer.from(text).subarray(0, tokens * TOKEN_BYTES)
  return new TextDecoder('utf-8').decode(bytes).replace(/\uFFFD+$/, '')
}
