/** The content of a field, to restore it. */
interface Kept {
  field: string
  pasted: readonly { id: string; text: string }[]
}

/** A message field whose text can be translated; the draft of the composer is one. */
export interface TranslatedField {
  empty: boolean
  /** Returns the whole text. */
  whole(): string
  /** Empties the field and returns its content. */
  take(): Kept
  restore(kept: Kept): void
  add(text: string): void
}

/** Replaces the text of a field; returns a function that restores what was there. */
export function replaceText(field: TranslatedField, text: string): () => void {
  const kept = field.take()
  field.add(text)
  return () => {
    field.take()
    field.restore(kept)
  }
}
