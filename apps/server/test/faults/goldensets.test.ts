// kill -9 while a golden set runs.
import { contract, type GoldenResult } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { model, startModelServer, type ModelServer } from '../model-server/index.ts'
import { again, begin, type Fixture } from './fixture.ts'

const { goldensets } = contract
const MODELS = [model('mock', { tokens: 4, rate: 100 }), model('mock', { tokens: 2, rate: 100 })]
// More than a page of results, and enough for the kills.
const PROMPTS = 60
const KILLS = isFull ? 4 : 2

let modelServer: ModelServer
let fixture: Fixture
beforeAll(async () => {
  modelServer = await startModelServer({ models: [...MODELS, 'mock'] })
  fixture = await begin(modelServer)
})
afterAll(async () => {
  await fixture.product[Symbol.asyncDispose]()
  await modelServer.close()
})

test('a run continues after kill -9 and asks both models each prompt once', async () => {
  const { data: all } = await fixture.client.call(contract.models.list)
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
  for (let kills = 1; kills <= KILLS; kills++) {
    await expect
      .poll(async () => (await run()).done, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(kills * 20)
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
  expect(interrupted.length).toBeLessThanOrEqual(KILLS * MODELS.length)
  expect(answers.filter(({ state }) => state === 'done')).toHaveLength(answers.length - interrupted.length)
  // One that was interrupted may or may not have reached the model server.
  const requests = modelServer.stats().byPath['POST /v1/chat/completions'] ?? 0
  expect(requests).toBeLessThanOrEqual(answers.length)
  expect(requests).toBeGreaterThanOrEqual(answers.length - interrupted.length)
})
