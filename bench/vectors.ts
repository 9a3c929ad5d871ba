// What vectors add to a search: a data source of 2,000 and of 10,000 chunks, with words alone and with vectors of 768 numbers.
//   node bench/vectors.ts                                embedded
//   DATABASE_URL=postgres://… node bench/vectors.ts
// The model answers at once, so that the figures are those of the product. Exits with 1 when a ratio misses its target.
import { contract } from '@polylogue/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { byWords, startModelServer } from '../apps/server/test/model-server/index.ts'
import type { Database } from '../apps/server/src/platform/db/index.ts'
import { summary } from './lib/figures.ts'
import { withApp, type Reader } from './lib/in-process.ts'

const DIMENSIONS = 768
const ROUNDS = 100
const SIZES = [2_000, 10_000]
/** Greatest ratio between the processor time of a search with vectors and without, client and model included. */
const BUDGET = 3
const { datasources, media, providers, vectors, models } = contract

let state = 7
const random = () => ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) >>> 0) / 2 ** 32
const syllables = 'ka le mi no pu ra se ti vo wa ber den fol gar hin'.split(' ')
const word = () =>
  Array.from({ length: 3 }, () => syllables[Math.floor(random() ** 2 * syllables.length)]).join('')
const words = (count: number) => Array.from({ length: count }, word).join(' ')

async function upload({ client }: Reader, id: number, chunks: number): Promise<void> {
  const text = Array.from({ length: chunks }, (_, at) => `# ${word()} ${at}\n\n${words(60)}.`).join('\n\n')
  const bytes = Buffer.from(text)
  const body = { name: 'generated.md', size: bytes.length }
  const begun = await client.call(media.begin, { params: { id }, body })
  const params = { id: begun.data.media.media_id }
  for (let offset = 0; offset < bytes.length; offset += 3_000_000) {
    const base64 = bytes.subarray(offset, offset + 3_000_000).toString('base64')
    await client.call(media.append, { params, body: { offset, base64 } })
  }
}

/** Waits until the vectors of a data source are ready; returns it. */
async function ready({ client }: Reader, id: number) {
  for (;;) {
    const { datasource } = (await client.call(datasources.get, { params: { id } })).data
    if (datasource.mediaWaiting === 0 && datasource.vectors?.state === 'ready') return datasource
    await wait(100)
  }
}

/** Returns the processor time and the median time of a search in milliseconds. */
async function searches({ client }: Reader, id: number, expected: 'on' | 'off') {
  const times: number[] = []
  let used = process.cpuUsage()
  for (let round = -5; round < ROUNDS; round++) {
    if (round === 0) used = process.cpuUsage()
    const body = { q: `What about ${words(6)}?` }
    const begun = performance.now()
    const { meta } = await client.call(datasources.search, { params: { id }, body })
    if (meta.vectors !== expected && round >= 0) throw new Error(`vectors were ${meta.vectors}`)
    if (round >= 0) times.push(performance.now() - begun)
  }
  const { user, system } = process.cpuUsage(used)
  return { cpu: (user + system) / 1_000 / ROUNDS, p50: summary(times)?.p50 ?? 0 }
}

async function measure(reader: Reader, size: number): Promise<void> {
  const { client } = reader
  const body = { name: `${size}`, chunkSize: 256 }
  const { id } = (await client.call(datasources.create, { body })).data.datasource
  const begun = performance.now()
  await upload(reader, id, size)
  const { chunks } = await ready(reader, id)
  const seconds = (performance.now() - begun) / 1_000
  const both = await searches(reader, id, 'on')
  await client.call(datasources.update, { params: { id }, body: { useVectors: false } })
  const alone = await searches(reader, id, 'off')
  const ratio = both.cpu / alone.cpu
  console.log(`${chunks} chunks: ${ratio.toFixed(2)} ×`, { both, alone }, ratio <= BUDGET ? '' : 'MISSED')
  console.log(`${Math.round(chunks / seconds)} chunks read, cut, indexed and given vectors a second`)
  if (ratio > BUDGET) process.exitCode = 1
}

async function bench(db: Database, reader: Reader): Promise<void> {
  const server = await startModelServer({ models: ['embed'], embed: byWords([], DIMENSIONS) })
  try {
    await db.pool.query('UPDATE users SET role_id = 1 WHERE id = $1', [reader.id])
    const { client } = reader
    const body = { name: 'Scripted', kind: 'openai' as const, addresses: [server.url], isLocal: true }
    await client.call(providers.create, { body })
    const { Models } = (await client.call(models.list)).data
    const tag = Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'embed:latest')
    await client.call(vectors.update, { body: { modelTagId: tag?.id ?? 0 } })
    for (const size of SIZES) await measure(reader, size)
  } finally {
    await server.close()
  }
}

await withApp(bench)
