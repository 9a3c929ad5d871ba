// Data sources over HTTP: quality on the product's own help, indexing, and the latency of searches.
//   node bench/datasources.ts [chunks]                 embedded; 10,000 chunks of generated text
//   DATABASE_URL=postgres://… node bench/datasources.ts
// Quality: the heading of each section of the help is the question, the section the one right document.
// Exits with 1 when a figure misses its target.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { withServer, type Server } from './lib/apart.ts'
import { summary } from './lib/figures.ts'
import type { Reader } from './lib/in-process.ts'

const CHUNKS = Number(process.argv[2] ?? 10_000)
const SMALL = 300
const ROUNDS = 200
const BUDGETS = {
  small: 40,
  large: process.env['DATABASE_URL'] ? 50 : 100,
  perMinute: 500,
  one: 5_000,
  share: 0.3,
  hold: 20,
}
const PIECE = 3_000_000
const help = join(import.meta.dirname, '../apps/server/static/md')
const { datasources, media } = contract

const round = (value: number) => Math.round(value * 10) / 10

function must(what: string, figure: number, ok: boolean): void {
  console.log(what.padEnd(66), figure, ok ? '' : 'MISSED')
  if (!ok) process.exitCode = 1
}

async function create({ client }: Reader, name: string, body: object = {}): Promise<number> {
  const { data } = await client.call(datasources.create, { body: { name, ...body } })
  return data.datasource.id
}

async function upload({ client }: Reader, id: number, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const begun = await client.call(media.begin, { params: { id }, body: { name, size: bytes.length } })
  const params = { id: begun.data.media.media_id }
  for (let offset = 0; offset < bytes.length; offset += PIECE) {
    const base64 = bytes.subarray(offset, offset + PIECE).toString('base64')
    await client.call(media.append, { params, body: { offset, base64 } })
  }
}

/** Waits until nothing of a data source waits; returns the milliseconds. */
async function indexed({ client }: Reader, id: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { data } = await client.call(datasources.get, { params: { id } })
    if (data.datasource.mediaWaiting === 0) return performance.now() - begun
    await wait(20)
  }
}

/** Waits until the index of a data source is not merged any more: until its segments stay the same for two seconds. */
async function merged({ query }: Server, id: number): Promise<number> {
  const segments = async () =>
    JSON.stringify(await query('SELECT id FROM chunk_segments WHERE datasource_id = $1 ORDER BY id', [id]))
  for (let before = ''; ;) {
    const now = await segments()
    if (now === before) return (JSON.parse(now) as unknown[]).length
    before = now
    await wait(2_000)
  }
}

async function latency({ client }: Reader, id: number, questions: readonly string[]) {
  const times: number[] = []
  for (let round = -10; round < ROUNDS; round++) {
    const q = questions[(round + 10) % questions.length] ?? ''
    const begun = performance.now()
    await client.call(datasources.search, { params: { id }, body: { q } })
    if (round >= 0) times.push(performance.now() - begun)
  }
  return summary(times)
}

interface Section {
  readonly name: string
  readonly heading: string
  readonly text: string
}

function sectionsOf(language: string): Section[] {
  const folder = join(help, language, 'help')
  return readdirSync(folder)
    .filter((name) => !/^(index|release-notes)\./.test(name))
    .toSorted()
    .flatMap((page) => {
      const parts = readFileSync(join(folder, page), 'utf8').split(/^#+ +(.+)$/m)
      return parts.flatMap((heading, index) => {
        const text = parts[index + 1]?.trim() ?? ''
        return index % 2 === 0 || text.length < 40 ? [] : [{ name: `${page} ${index}`, heading, text }]
      })
    })
}

async function quality(reader: Reader, language: string): Promise<{ id: number; sections: Section[] }> {
  const sections = sectionsOf(language)
  const id = await create(reader, `Help ${language}`, { useContextual: false })
  for (const { name, text } of sections) await upload(reader, id, `${name}.txt`, text)
  await indexed(reader, id)
  let [misses, reciprocal] = [0, 0]
  for (const { name, heading } of sections) {
    const { data } = await reader.client.call(datasources.search, { params: { id }, body: { q: heading } })
    const place = data.Passages.findIndex(({ title }) => title === `${name}.txt`)
    if (place < 0) misses++
    else reciprocal += 1 / (place + 1)
  }
  const mrr = (reciprocal / sections.length).toFixed(3)
  console.log(`help ${language}: ${sections.length} sections, ${misses} misses at five, MRR ${mrr}`)
  return { id, sections }
}

/** Texts of frequent and rare words, the same in each run. */
function generated(documents: number, chunksEach: number): { texts: string[]; questions: string[] } {
  let state = 7
  const random = () => ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) >>> 0) / 2 ** 32
  const syllables = 'ka le mi no pu ra se ti vo wa ber den fol gar hin'.split(' ')
  const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? ''
  const words = Array.from(
    { length: 60_000 },
    () => syllable() + syllable() + syllable() + (random() < 0.5 ? syllable() : ''),
  )
  const word = () => words[Math.floor(words.length ** random())] ?? ''
  const sentence = () => `${Array.from({ length: 12 }, word).join(' ')}. `
  const text = () => Array.from({ length: chunksEach * 40 }, sentence).join('')
  const questions = Array.from(
    { length: 50 },
    () => `What about ${Array.from({ length: 6 }, word).join(' ')}?`,
  )
  return { texts: Array.from({ length: documents }, text), questions }
}

async function bench(server: Server): Promise<void> {
  const { reader } = server
  const { id: small, sections } = await quality(reader, 'en')
  for (const language of ['de', 'bg']) await quality(reader, language)
  const headings = sections.map(({ heading }) => heading)
  const near = await latency(reader, small, headings)
  must('search in a small source, p95 in ms (p50)', near?.p95 ?? 0, (near?.p95 ?? 0) <= BUDGETS.small)

  const many = await create(reader, 'Many small documents')
  const begun = performance.now()
  for (let index = 0; index < SMALL; index++)
    await upload(reader, many, `${index}.txt`, sections[index % sections.length]?.text ?? '')
  await indexed(reader, many)
  const perMinute = Math.round((SMALL / (performance.now() - begun)) * 60_000)
  must('small documents uploaded and indexed in a minute', perMinute, perMinute >= BUDGETS.perMinute)

  const documents = Math.max(1, Math.round(CHUNKS / 1_000))
  const { texts, questions } = generated(documents, Math.round(CHUNKS / documents))
  const large = await create(reader, 'Large')
  for (const [index, text] of texts.entries()) await upload(reader, large, `${index}.txt`, text)
  const holds = await server.watch()
  const ms = await indexed(reader, large)
  console.log(`${await merged(server, large)} segments after merging`)
  const { longest, busiest } = await holds()
  const { data } = await reader.client.call(datasources.get, { params: { id: large } })
  const { chunks } = data.datasource
  console.log(`${chunks} chunks indexed in ${Math.round(ms / 1_000)} s after the upload`)
  must(
    'busiest hold of the event loop of the server, processor time in ms',
    round(busiest),
    busiest <= BUDGETS.hold,
  )
  console.log(`longest hold, with what it waited for a processor: ${round(longest)} ms`)
  const far = await latency(reader, large, questions)
  must(`search in ${chunks} chunks, p95 in ms`, far?.p95 ?? 0, (far?.p95 ?? 0) <= BUDGETS.large)
  console.log('searches', { small: near, large: far })

  await upload(reader, large, 'one more.txt', texts[0]?.slice(0, 3_400) ?? '')
  const one = Math.round(await indexed(reader, large))
  must('one document more, ms until it is found', one, one <= BUDGETS.one)
  const rows = await server.query<{ share: number }>(
    `SELECT (SELECT sum(octet_length(data)) FROM chunk_postings JOIN chunk_segments s ON s.id = segment_id WHERE s.datasource_id = $1)::float
      / (SELECT sum(octet_length(text)) FROM chunks WHERE datasource_id = $1) AS share`,
    [large],
  )
  const share = Math.round(100 * (rows[0]?.share ?? 1)) / 100
  must('size of the index as share of the text', share, share <= BUDGETS.share)
}

await withServer(bench)
