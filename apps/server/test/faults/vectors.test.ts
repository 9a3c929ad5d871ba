// kill -9 while the vectors of a data source are made.
import { contract, type DatasourceVectors } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { byWords, startModelServer, type ModelServer } from '../model-server/index.ts'
import { again, begin, type Fixture } from './fixture.ts'

const { datasources, models, vectors } = contract
/** Texts of one call to the model. */
const BATCH = 32
const KILLS = isFull ? 5 : 1

const byMeaning = byWords([])
let texts = 0
/** How many texts more the model answers, and what opens it for those that it holds. */
let left = 0
let held = Promise.withResolvers<void>()

/** The model answers one batch, also after a text that tries it, and holds the second one. */
function answerOneBatch(): void {
  held.resolve()
  held = Promise.withResolvers()
  left = 1.5 * BATCH
}

function answerAll(): void {
  held.resolve()
  left = Infinity
}

let modelServer: ModelServer
let fixture: Fixture
beforeAll(async () => {
  modelServer = await startModelServer({
    models: ['mock', 'embed'],
    async embed(text) {
      texts++
      if (left-- <= 0) await held.promise
      return byMeaning(text)
    },
  })
  fixture = await begin(modelServer)
})
afterAll(async () => {
  await fixture.product[Symbol.asyncDispose]()
  await modelServer.close()
})

/** Cancels the vectors of a data source, and expects that no later process goes on with them. */
async function stayCancelled(id: number, progress: () => Promise<DatasourceVectors | null>): Promise<void> {
  await fixture.client.call(vectors.cancel, { params: { id } })
  const cancelled = await progress()
  expect(cancelled?.state).toBe('cancelled')
  await fixture.product.kill()
  answerAll()
  fixture = await again(fixture, { OPENAI_BASE_URL: modelServer.url })
  const content = Buffer.from('A short text.').toString('base64')
  const body = { name: 'Short', media: [{ name: 'short.txt', mime_type: 'text/plain', content }] }
  const { id: other } = (await fixture.client.call(datasources.create, { body })).data.datasource
  const stateOf = async () =>
    (await fixture.client.call(datasources.get, { params: { id: other } })).data.datasource.vectors?.state
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('ready')
  expect(await progress()).toEqual(cancelled)
}

test('after kill -9 only the missing vectors are made', { timeout: 300_000 }, async () => {
  answerOneBatch()
  const { data } = await fixture.client.call(models.list)
  const tag = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'embed:latest')
  await fixture.client.call(vectors.update, { body: { modelTagId: tag?.id ?? 0 } })
  const paragraphs = Array.from({ length: (KILLS + 4) * BATCH }, (_, at) =>
    `Paragraph ${at} tells of harbours. `.repeat(8),
  )
  const content = Buffer.from(paragraphs.join('\n\n')).toString('base64')
  const body = {
    name: 'Long',
    chunkSize: 64,
    media: [{ name: 'long.txt', mime_type: 'text/plain', content }],
  }
  const { id } = (await fixture.client.call(datasources.create, { body })).data.datasource
  const progress = async () =>
    (await fixture.client.call(datasources.get, { params: { id } })).data.datasource.vectors
  const made = (batches: number) =>
    expect.poll(async () => (await progress())?.done, { timeout: 60_000, interval: 20 }).toBe(batches * BATCH)
  for (let kills = 1; kills <= KILLS; kills++) {
    await made(kills)
    await fixture.product.kill()
    answerOneBatch()
    fixture = await again(fixture, { OPENAI_BASE_URL: modelServer.url })
  }
  await made(KILLS + 1)
  await stayCancelled(id, progress)
  await fixture.client.call(vectors.resume, { params: { id } })
  await expect.poll(async () => (await progress())?.state, { timeout: 90_000 }).toBe('ready')
  const { done, total } = (await progress()) ?? { done: 0, total: 0 }
  expect(total).toBeGreaterThan((KILLS + 2) * BATCH)
  expect(done).toBe(total)
  // A batch may be made again for each kill and for the cancelling; the short data source has one text.
  expect(texts).toBeLessThanOrEqual(total + 1 + (KILLS + 1) * BATCH)
  const { meta } = await fixture.client.call(datasources.search, { params: { id }, body: { q: 'harbours' } })
  expect(meta.vectors).toBe('on')
})
