// The pure core of retrieval, without a database: quality on the product's own help, time and size on generated text.
//   node bench/retrieval-core.ts [chunks]     10,000 chunks of 3.4 kB; searched once alone and once ten times over
// Quality: the heading of each section of the help is the question, the section's text without it the one right passage.
// Exits with 1 when a figure misses its target.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  buildSegment,
  cutDocument,
  decodePlaces,
  encodePlaces,
  languageOf,
  questionWords,
  rankSegments,
  scorePassages,
  SEGMENT_CHUNKS,
  type Candidate,
  type RankedSegment,
  type TextLanguage,
} from '@polylogue/retrieval'
import { summary } from './lib/figures.ts'

const CHUNKS = Number(process.argv[2] ?? 10_000)
const LENGTH = 3_400
const QUESTIONS = 300
const TARGETS = { build: 0.4, rank: 3, letters: 15, share: 0.3, slice: 10 }
const help = path.join(import.meta.dirname, '../apps/server/static/md')

interface Passage {
  readonly document: number
  readonly context: string
  readonly text: string
}

interface Corpus {
  readonly language: TextLanguage
  readonly passages: readonly Passage[]
  readonly segments: readonly RankedSegment[]
  readonly bytes: { readonly text: number; readonly index: number }
  readonly cpuMs: number
}

/** CPU time of this thread: on a shared machine the clock measures the others, too. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function corpusOf(passages: readonly Passage[], language: TextLanguage): Corpus {
  const segments: RankedSegment[] = []
  const bytes = { text: 0, index: 0 }
  const before = cpuMs()
  for (let first = 0; first < passages.length; first += SEGMENT_CHUNKS) {
    const part = passages.slice(first, first + SEGMENT_CHUNKS)
    const { buckets, lengths, documentStarts, rows } = buildSegment(
      part.map(({ document, context, text }) => ({
        documentId: document,
        indexed: `${context}\n${text}`,
        language,
      })),
    )
    const encoded = encodePlaces({ ids: part.map((_, index) => first + index), lengths, documentStarts })
    bytes.index += rows.reduce((sum, { data }) => sum + data.length, encoded.length)
    segments.push({ buckets, places: decodePlaces(encoded), postings: (bucket) => rows[bucket]?.data })
  }
  const used = cpuMs() - before
  for (const { context, text } of passages) bytes.text += Buffer.byteLength(context) + Buffer.byteLength(text)
  return { language, passages, segments, bytes, cpuMs: used }
}

/** Searches as the feature does; `gone` is a passage that does not exist any more. */
async function search({ language, passages, segments }: Corpus, question: string, gone = -1) {
  const times = { rank: 0, letters: 0, slice: 0 }
  let start = cpuMs()
  const { best, words } = rankSegments({ words: questionWords(question, [language]), segments })
  times.rank = cpuMs() - start
  const candidates = best.flatMap((chunk): Candidate[] => {
    const passage = passages[chunk.chunkId]
    return passage && chunk.chunkId !== gone ? [{ ...chunk, ...passage, language }] : []
  })
  start = cpuMs()
  let slice = start
  const { scored } = await scorePassages({
    words,
    candidates,
    pause: async () => {
      times.slice = Math.max(times.slice, cpuMs() - slice)
      await setImmediate()
      slice = cpuMs()
    },
  })
  times.letters = cpuMs() - start
  return { best, scored, times }
}

function sectionsOf(language: TextLanguage): { heading: string; passage: Passage }[] {
  const folder = path.join(help, language, 'help')
  const pages = readdirSync(folder).filter((name) => !/^(index|release-notes)\./.test(name))
  return pages.flatMap((name, document) => {
    const parts = readFileSync(path.join(folder, name), 'utf8').split(/^#+ +(.+)$/m)
    return parts.flatMap((heading, index) => {
      const text = parts[index + 1]?.trim() ?? ''
      if (index % 2 === 0 || text.length < 40) return []
      return [{ heading, passage: { document, context: '', text } }]
    })
  })
}

async function quality(language: TextLanguage) {
  const sections = sectionsOf(language)
  const corpus = corpusOf(
    sections.map(({ passage }) => passage),
    language,
  )
  const places: { first: number[]; all: number[] } = { first: [], all: [] }
  const covers: { right: number[]; gone: number[] } = { right: [], gone: [] }
  for (const [index, { heading }] of sections.entries()) {
    const { best, scored } = await search(corpus, heading)
    places.first.push(best.findIndex(({ chunkId }) => chunkId === index))
    places.all.push(scored.findIndex(({ chunkId }) => chunkId === index))
    covers.right.push(scored[0]?.why.cover ?? 0)
    const without = await search(corpus, heading, index)
    covers.gone.push(without.scored[0]?.why.cover ?? 0)
  }
  const weak = (list: readonly number[]) => list.filter((cover) => cover < 0.25).length / list.length
  return {
    sections: sections.length,
    otherLanguage: sections.filter(({ passage }) => languageOf(passage.text) !== language).length,
    bm25: figures(places.first),
    withLetters: figures(places.all),
    weak: `${percent(weak(covers.right))} of all, ${percent(weak(covers.gone))} without the right one`,
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function figures(places: readonly number[]): string {
  const found = places.filter((place) => place >= 0)
  const misses = places.filter((place) => place < 0 || place >= 5).length
  const mrr = found.reduce((sum, place) => sum + 1 / (place + 1), 0) / places.length
  return `${misses} misses at five, MRR ${mrr.toFixed(3)}`
}

/** The clock of CPU time may have steps of milliseconds: of short times only the mean counts. */
const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length

/** Returns numbers from 0 to 1 that are the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

/** German-like words, the frequent ones short; the first are stop words. */
function generatedTexts(count: number): string[] {
  const random = randomNumbers(1)
  const pick = (list: string) => list.split(' ')[Math.floor(random() * list.split(' ').length)] ?? ''
  const syllable = () =>
    pick('b br d dr f fl g gr h k kl l m n p pr r s sch st str t w z') +
    pick('a e i o u ei au ie ä ö ü') +
    pick('n r s t l ng ch - - -').replace('-', '')
  const stop =
    'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei'.split(
      ' ',
    )
  const words = [
    ...stop,
    ...Array.from(
      { length: 80_000 },
      (_, rank) =>
        Array.from({ length: 1 + Math.floor(random() * (rank < 500 ? 2 : 4)) }, syllable).join('') +
        pick('- - en e ung t').replace('-', ''),
    ),
  ]
  // Zipf: the n-th word occurs 1/n as often as the first.
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? 'und'
  return Array.from({ length: count }, () => {
    let text = ''
    while (text.length < LENGTH) text += `${word()}${random() < 0.08 ? '. ' : ' '}`
    return text
  })
}

async function speed() {
  const texts = generatedTexts(CHUNKS)
  const corpus = corpusOf(
    texts.map((text, index) => ({ document: index >> 4, context: '', text })),
    'de',
  )
  const ten = { ...corpus, segments: Array.from({ length: 10 }, () => corpus.segments).flat() }
  const random = randomNumbers(2)
  const questions = Array.from({ length: QUESTIONS }, () => {
    const words = (texts[Math.floor(random() * texts.length)] ?? '').split(' ')
    const from = Math.floor(random() * (words.length - 12))
    return words.slice(from, from + 12).join(' ')
  })
  const measured = {
    rank: [] as number[],
    large: [] as number[],
    letters: [] as number[],
    slice: [] as number[],
  }
  for (const question of questions) {
    const { times } = await search(corpus, question)
    measured.rank.push(times.rank)
    measured.letters.push(times.letters)
    measured.slice.push(times.slice)
    measured.large.push((await search(ten, question)).times.rank)
  }
  const before = cpuMs()
  const cut = cutDocument(
    { title: 'Generated', blocks: texts.map((text) => ({ kind: 'text', text })) },
    { size: 1_024, overlap: 20, contextual: true },
  )
  return {
    buildMs: corpus.cpuMs / CHUNKS,
    cutMs: (cpuMs() - before) / cut.length,
    share: corpus.bytes.index / corpus.bytes.text,
    rank: mean(measured.rank),
    rankTen: mean(measured.large),
    letters: summary(measured.letters),
    slice: summary(measured.slice),
  }
}

for (const language of ['en', 'de', 'bg'] as const) console.log(language, await quality(language))
const found = await speed()
console.log(
  `${CHUNKS} chunks of ${LENGTH} characters, ${QUESTIONS} questions of 12 words; the ten-fold ranks ${10 * CHUNKS} chunks`,
)
console.log({ ...found, share: percent(found.share) })
const missed = [
  found.buildMs > TARGETS.build && `building a chunk takes ${found.buildMs} ms`,
  found.share > TARGETS.share && `the index is ${percent(found.share)} of the text`,
  found.rankTen > TARGETS.rank && `ranking takes ${found.rankTen} ms`,
  (found.letters?.p95 ?? 0) > TARGETS.letters && `letters take ${found.letters?.p95} ms`,
  (found.slice?.p95 ?? 0) > TARGETS.slice && `a slice takes ${found.slice?.p95} ms`,
].filter((reason) => reason !== false)
for (const reason of missed) console.error(`Missed: ${reason}`)
process.exit(missed.length > 0 ? 1 : 0)
