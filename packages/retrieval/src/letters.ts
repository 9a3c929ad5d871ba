// Ranks the best passages a second time by groups of four letters and by vectors, and explains each score.
import type { TextLanguage } from './languages.ts'
import { isJoined, Matching, type FoundWord, type How, type Reading, type Span } from './matching.ts'
import type { SearchedWord } from './rank.ts'
import { bm25, dampingOf, sum, type RankedChunk } from './scoring.ts'

export interface Candidate extends RankedChunk {
  readonly context: string
  readonly text: string
  readonly language: TextLanguage
}

export interface Passages {
  readonly words: readonly SearchedWord[]
  /** The ranking of `rankSegments`, best first, without removed chunks. */
  readonly candidates: readonly Candidate[]
  /** The cosine of each chunk that was found by vectors. */
  readonly vectors?: ReadonlyMap<number, number>
  /** Returns the cosine of another chunk, if it is known. */
  readonly cosineOf?: (chunkId: number) => number | undefined
  /** A chunk to explain, also if it is not among the best; it changes no other score. */
  readonly about?: number
  /** Gives the event loop a turn. */
  pause(): Promise<void>
}

export interface ScoredTerm {
  readonly word: string
  /** The word in the form of the passage. */
  readonly as: readonly string[]
  readonly how: How
  readonly times: number
  /** Number of searched chunks that have the word. */
  readonly chunks: number
  readonly points: number
}

export interface Scored {
  readonly chunkId: number
  readonly score: number
  /** The points of terms, neighbours, letters and vector add up to the score. */
  readonly why: {
    /** Share of the question that the passage has, rare words first. */
    readonly cover: number
    readonly weak: boolean
    readonly neighbours: number
    readonly letters: number
    readonly vector: number | null
    /** Words of the question in the text. */
    readonly spans: readonly Span[]
    readonly terms: readonly ScoredTerm[]
  }
}

const FIRST_POINTS = 100
const LETTER_POINTS = 60
const VECTOR_POINTS = 70
const MOST = 50
const LEAST = 10
const MOST_LENGTH = 250_000
const SLICE_MS = 3
const WEAK = 0.25
/** The weight of a word in `cover`, by the way it was found. */
const COVERED: Readonly<Record<How, number>> = { exact: 1, stem: 1, beginning: 0.7, letters: 0, none: 0 }

/**
 * Returns the best passages with their scores, best first, and the passage of `about`. Works in slices of some milliseconds.
 */
export async function scorePassages({
  words,
  candidates,
  vectors,
  about,
  cosineOf: known,
  pause,
}: Passages): Promise<{ scored: Scored[]; about: Scored | null }> {
  const chosen = chosenOf(candidates, vectors)
  const asked = candidates.find(({ chunkId }) => chunkId === about)
  const matching = new Matching(words)
  const read: Read[] = []
  let began = performance.now()
  for (const candidate of new Set([...chosen, ...(asked ? [asked] : [])])) {
    const { context, text, language } = candidate
    read.push({ candidate, reading: matching.read(context, text, language) })
    if (performance.now() - began < SLICE_MS) continue
    await pause()
    began = performance.now()
  }
  const cosineOf = ({ chunkId }: Candidate) => vectors?.get(chunkId) ?? known?.(chunkId)
  const scales = scalesOf(read.slice(0, chosen.length), cosineOf)
  const scored = read.map((one) => scoredOf(one, words, scales, cosineOf(one.candidate)))
  const found = scored.find(({ chunkId }) => chunkId === about) ?? null
  return { scored: scored.slice(0, chosen.length).sort(bestFirst), about: found }
}

const bestFirst = (one: Scored, other: Scored) => other.score - one.score || one.chunkId - other.chunkId

interface Read {
  readonly candidate: Candidate
  readonly reading: Reading
}

/** The best chunks by words and the nearest by vectors, as many of both as can be read in time. */
function chosenOf(candidates: readonly Candidate[], vectors: Passages['vectors']): Candidate[] {
  const cosine = ({ chunkId }: Candidate) => vectors?.get(chunkId) ?? 0
  const near = candidates.filter(({ chunkId }) => vectors?.has(chunkId))
  const chosen = new Set([
    ...inTime(candidates.filter(({ rank }) => rank !== null)),
    ...inTime(near.sort((one, other) => cosine(other) - cosine(one))),
  ])
  return candidates.filter((candidate) => chosen.has(candidate))
}

function inTime(candidates: readonly Candidate[]): Candidate[] {
  let length = 0
  return candidates.filter(({ text }, index) => {
    length += text.length
    return index < LEAST || (index < MOST && length <= MOST_LENGTH)
  })
}

/** Values of the whole result that scale the points of each passage. */
interface Scales {
  readonly first: number
  readonly letters: number
  readonly weights: Float64Array
  readonly mean: number
  readonly least: number
  readonly most: number
}

function scalesOf(read: readonly Read[], cosineOf: (candidate: Candidate) => number | undefined): Scales {
  const size = read[0]?.reading.groups.length ?? 0
  const having = new Float64Array(size)
  for (const { reading } of read)
    for (let group = 0; group < size; group++)
      if ((reading.groups[group] ?? 0) > 0) having[group] = (having[group] ?? 0) + 1
  const mean = Math.max(1, sum(read, ({ reading }) => reading.length) / Math.max(1, read.length))
  const weights = having.map((count) => Math.log(1 + (read.length - count + 0.5) / (count + 0.5)))
  const cosines = read.flatMap(({ candidate }) => cosineOf(candidate) ?? [])
  return {
    first: Math.max(0, ...read.map(({ candidate }) => candidate.points)),
    letters: Math.max(0, ...read.map(({ reading }) => lettersOf(reading, weights, mean))),
    weights,
    mean,
    least: Math.min(...cosines),
    most: Math.max(...cosines),
  }
}

function lettersOf({ groups, length }: Reading, weights: Float64Array, mean: number): number {
  const damping = dampingOf(length, mean)
  return groups.reduce((total, count, group) => total + bm25(weights[group] ?? 0, count, damping), 0)
}

function scoredOf(
  { candidate, reading }: Read,
  words: readonly SearchedWord[],
  scales: Scales,
  cosine: number | undefined,
): Scored {
  const factor = scales.first === 0 ? 0 : FIRST_POINTS / scales.first
  const groups = lettersOf(reading, scales.weights, scales.mean)
  const letters = scales.letters === 0 ? 0 : (LETTER_POINTS * groups) / scales.letters
  const vector = vectorOf(cosine, scales)
  const neighbours = candidate.neighbours * factor
  const terms = words.map((word, index) => termOf(word, candidate.words[index], reading.words[index], factor))
  const cover = coverOf(words, terms)
  return {
    chunkId: candidate.chunkId,
    score: sum(terms, ({ points }) => points) + neighbours + letters + (vector ?? 0),
    why: {
      cover,
      weak: cover < WEAK && isFar(vector),
      neighbours,
      letters,
      vector,
      spans: reading.spans,
      terms,
    },
  }
}

/** Whether a passage is not found by its vector, as one in other words than the question's can be. */
export const isFar = (vector: number | null): boolean => (vector ?? 0) < VECTOR_POINTS / 2

function vectorOf(cosine: number | undefined, { least, most }: Scales): number | null {
  if (cosine === undefined) return null
  const share = most > least ? (cosine - least) / (most - least) : 1
  return VECTOR_POINTS * Math.min(1, Math.max(0, share))
}

function termOf(
  { word, chunks }: SearchedWord,
  first: Candidate['words'][number] | undefined,
  found: FoundWord | undefined,
  factor: number,
): ScoredTerm {
  const indexed: How = first?.how === 'whole' ? 'exact' : (first?.how ?? 'none')
  const how = found === undefined || found.how === 'none' ? indexed : found.how
  const times = Math.max(first?.times ?? 0, found?.times ?? 0)
  return { word, as: found?.as ?? [], how, times, chunks, points: (first?.points ?? 0) * factor }
}

/** A joined word that is not found does not lower the share, because its parts count. */
function coverOf(words: readonly SearchedWord[], terms: readonly ScoredTerm[]): number {
  let covered = 0
  let total = 0
  words.forEach(({ word, weight }, index) => {
    const share = COVERED[terms[index]?.how ?? 'none']
    if (share === 0 && isJoined(word)) return
    covered += share * weight
    total += weight
  })
  return total === 0 ? 0 : covered / total
}
