// Ranks passages by the words they share with a question: Okapi BM25 (Robertson, Zaragoza 2009), headings counted thrice.

/** A part of a text that can be quoted on its own. */
export interface Passage {
  /** The topic's title. */
  readonly title: string
  /** Its heading inside the topic; empty for the beginning. */
  readonly place: string
  readonly uri: string
  readonly text: string
}

export interface Ranked {
  readonly passage: Passage
  readonly score: number
}

const K1 = 1.2
const B = 0.75
const HEADING_WEIGHT = 3

interface Indexed {
  readonly passage: Passage
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

export interface Index {
  /** The best passages, best first; only those that share a telling word with the question. */
  find(question: string, most: number): readonly Ranked[]
}

/** Builds the index of some passages, once. */
export function indexPassages(passages: readonly Passage[]): Index {
  const indexed = passages.map(indexOne)
  const average = indexed.reduce((sum, one) => sum + one.length, 0) / Math.max(1, indexed.length)
  const spread = new Map<string, number>()
  for (const one of indexed)
    for (const word of one.counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  const weight = (word: string) => {
    const having = spread.get(word) ?? 0
    return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5))
  }
  return {
    find(question, most) {
      const asked = [...new Set(words(question))].filter((word) => spread.has(word))
      return indexed
        .map((one) => ({
          passage: one.passage,
          score: asked.reduce((sum, word) => sum + weight(word) * part(one, word, average), 0),
        }))
        .filter((ranked) => ranked.score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, most)
    },
  }
}

function part(one: Indexed, word: string, average: number): number {
  const count = one.counts.get(word) ?? 0
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * one.length) / average))
}

function indexOne(passage: Passage): Indexed {
  const heading = words(`${passage.title} ${passage.place}`)
  const body = words(passage.text)
  const counts = new Map<string, number>()
  for (const word of body) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const word of heading) counts.set(word, (counts.get(word) ?? 0) + HEADING_WEIGHT)
  return { passage, counts, length: body.length + heading.length * HEADING_WEIGHT }
}

/** Words that say nothing about what is asked. */
const EMPTY_WORDS = new Set(
  (
    'a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its ' +
    'me my no not of on or our please should so some tell than that the their them then there these they this those to ' +
    'up was we what when where which who why will with would you your'
  ).split(' '),
)

/** The telling words of a text, lower-case, without accents and the commonest endings. */
export function words(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word))
    .map(stem)
}

function stem(word: string): string {
  const ending = /(?:ing|edly|ed|ies|es|s|ly)$/.exec(word)?.[0]
  if (!ending || word.length - ending.length < 3) return word
  return ending === 'ies'
    ? `${word.slice(0, -3)}y`
    : word.slice(0, -ending.length).replace(/([^aeiousl])\1$/, '$1')
}
