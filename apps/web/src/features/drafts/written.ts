// What is written in a draft, and how texts are joined in it. Pure.

/** The text of the field, and large pastes beside it. */
export interface Written<Paste = string> {
  readonly field: string
  readonly pasted: readonly Paste[]
}

export const hasWords = (text: string): boolean => /\S/.test(text)

/** Appends `added` to the text after an empty line. */
export const appended = (text: string, added: string): string =>
  hasWords(text) ? `${text.trimEnd()}\n\n${added}` : added

/** Returns what was taken from a draft, before what was written since. */
export const restored = <Paste>(taken: Written<Paste>, since: Written<Paste>): Written<Paste> => ({
  field: since.field === '' ? taken.field : appended(taken.field, since.field),
  pasted: [...taken.pasted, ...since.pasted],
})
