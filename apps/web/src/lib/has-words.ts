/** Whether a text has every word that was typed, in any order and without regard to case and accents. */
export function hasWords(text: string, typed: string): boolean {
  const all = folded(text)
  return folded(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word))
}

/** Returns a text without case and accents, as the server compares names: "Weiß" is "weiss". */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
