/** Whether a text has every word that was typed, in any case and order; no words are in every text. */
export function hasWords(text: string, typed: string): boolean {
  const all = text.toLocaleLowerCase()
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => all.includes(word))
}
