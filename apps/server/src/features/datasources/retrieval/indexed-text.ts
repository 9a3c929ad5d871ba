// What is indexed of a chunk: its context, the note that somebody gave it, and its text.

interface Noted {
  readonly context: string
  readonly note: string
}

/** Returns what is indexed before the text of a chunk. */
export const contextOf = ({ context, note }: Noted): string =>
  [context, note].filter((part) => part !== '').join('\n')

/** Returns the text of a chunk whose words are counted, and of which its vector is made. */
export function indexedText({ text, ...noted }: Noted & { readonly text: string }): string {
  const context = contextOf(noted)
  return context === '' ? text : `${context}\n${text}`
}
