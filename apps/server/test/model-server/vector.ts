/** Returns a vector that depends only on the text: 64 numbers between -1 and 1. */
export function vectorOf(text: string): number[] {
  let hash = 7
  return Array.from({ length: 64 }, (_, i) => {
    for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0) + i) | 0
    return (hash % 1000) / 1000
  })
}
