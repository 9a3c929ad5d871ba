/** Makes vectors in a test; undefined refuses with status 503, `bad` with 400. */
export type Embed = (text: string, model: string) => Embedded | Promise<Embedded>
type Embedded = readonly number[] | 'bad' | undefined

/**
 * Returns a maker of vectors by words: texts with the same words are near, and the words of a group count as one. Each word
 * also has a weak echo elsewhere, so that texts without a common word differ.
 */
export function byWords(groups: readonly (readonly string[])[], dimensions = 96) {
  const groupOf = new Map(groups.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)))
  return (text: string): number[] => {
    const vector = Array.from({ length: dimensions }, () => 0)
    const add = (place: number, value: number) => {
      vector[place % dimensions] = (vector[place % dimensions] ?? 0) + value
    }
    for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) {
      const hash = hashOf(groupOf.get(word) ?? word)
      add(hash, 1)
      add(Math.floor(hash / dimensions), -0.3)
    }
    return vector.some((value) => value !== 0) ? vector : vector.fill(0.01)
  }
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash
}

/** Returns a vector that depends only on the text: 64 numbers between -1 and 1. */
export function vectorOf(text: string): number[] {
  let hash = 7
  return Array.from({ length: 64 }, (_, i) => {
    for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0) + i) | 0
    return (hash % 1000) / 1000
  })
}
