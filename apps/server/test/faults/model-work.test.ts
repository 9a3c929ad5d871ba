// kill -9 while a golden set runs, and while the vectors of a data source are made. One product for both.
import { contract, type DatasourceVectors, type GoldenResult } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { byWords, model, startModelServer, type ModelServer } from '../model-server/index.ts'
import { again, begin, type Fixture } from './fixture.ts'

const { datasources, goldensets, models, vectors } = contract
const MODELS = [model('mock', { tokens: 4, rate: 100 }), model('mock', { tokens: 2, rate: 100 })]
// More than a page of results, and enough for the kills.
const PROMPTS = 60
const RUN_KILLS = isFull ? 4 : 2
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
    models: [...MODELS, 'mock', 'embed'],
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

test('a run continues after kill -9 and asks both models each prompt once', async () => {
  const { data: all } = await fixture.client.call(models.list)
  const tags = all.Models.flatMap((family) => family.tags)
  const modelTagIds = MODELS.map(
    (name) => tags.find(({ fullName }) => fullName === `${name}:latest`)?.id ?? 0,
  )
  const prompts = Array.from({ length: PROMPTS }, (_, index) => ({
    promptId: 0,
    title: `${index}`,
    prompt: `Question ${index}`,
    checks: [{ kind: 'shorter' as const, characters: 100 }],
  }))
  const { data: made } = await fixture.client.call(goldensets.create, { body: { name: 'Many', prompts } })
  const { id } = made.GoldenSet
  modelServer.reset()
  const { data: begun } = await fixture.client.call(goldensets.begin, {
    params: { id },
    body: { modelTagIds },
  })
  const params = { id, runId: begun.GoldenRun.id }
  const run = async () => (await fixture.client.call(goldensets.run, { params })).data.GoldenRun
  for (let kills = 1; kills <= RUN_KILLS; kills++) {
    await expect
      .poll(async () => (await run()).done, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(kills * 20)
    // Between two answers it would interrupt none.
    await expect.poll(() => modelServer.stats().open, { timeout: 60_000, interval: 2 }).toBeGreaterThan(0)
    await fixture.product.kill()
    fixture = await again(fixture, { OPENAI_BASE_URL: modelServer.url })
  }
  await expect.poll(async () => (await run()).state, { timeout: 60_000 }).toBe('done')
  const results: GoldenResult[] = []
  for (let offset = 0; offset < PROMPTS; offset += 50) {
    const { data } = await fixture.client.call(goldensets.results, { params, query: { limit: 50, offset } })
    results.push(...data.GoldenResults)
  }
  const answers = results.flatMap((result) => result.answers)
  expect(answers).toHaveLength(PROMPTS * MODELS.length)
  const interrupted = answers.filter(({ state }) => state === 'failed')
  expect(new Set(interrupted.map(({ errorCode }) => errorCode))).toEqual(new Set(['INTERRUPTED']))
  expect(interrupted.length).toBeLessThanOrEqual(RUN_KILLS * MODELS.length)
  expect(answers.filter(({ state }) => state === 'done')).toHaveLength(answers.length - interrupted.length)
  // One that was interrupted may or may not have reached the model server.
  const requests = modelServer.stats().byPath['POST /v1/chat/completions'] ?? 0
  expect(requests).toBeLessThanOrEqual(answers.length)
  expect(requests).toBeGreaterThanOrEqual(answers.length - interrupted.length)
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
