// The indexed text of a chunk: its context, its note, and its own text.

interface Noted {
  readonly context: string
  readonly note: string
}

/** Returns the text that is indexed before the text of a chunk. */
export const contextOf = ({ context, note }: Noted): string =>
  [context, note].filter((part) => part !== '').join('\n')

/** Returns the text of a chunk for its words and its vector. */
export function indexedText({ text, ...noted }: Noted & { readonly text: string }): string {
  const context = contextOf(noted)
  return context === '' ? text : `${context}\n${text}`
}
