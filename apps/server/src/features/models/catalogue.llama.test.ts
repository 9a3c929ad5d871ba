// The catalogue of the embedded engine over HTTP, and a model downloaded from a test server.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Deployment } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedLlama } from '#engines/embedded/embedded.ts'
import { serveModelFile, type ServedModelFile } from '#test/model-server/model-file.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

describe.skipIf(installedLlama() === undefined)('the catalogue of node-llama-cpp', () => {
  let served: ServedModelFile
  let app: TestApp
  let root: TestUser
  let providerId = 0
  beforeAll(async () => {
    served = await serveModelFile({ held: true })
    app = await testApp({ file: JSON.parse(readFileSync(served.configPath, 'utf8')), lookEveryMs: 150 })
    root = await app.deps.user({ roleId: 1 })
    const { data } = await root.client.call(contract.providers.list)
    providerId = data.Providers.find(({ kind }) => kind === 'embedded')?.id ?? 0
  })
  afterAll(async () => {
    await app.close()
    await served.close()
  })
  const catalogue = async (who = root, of = providerId) =>
    (await who.client.call(contract.models.catalogue, { query: { providerId: of } })).data

  test('is returned to users who may deploy, without addresses and checksums', async () => {
    const { Models, machineMemory } = await catalogue()
    expect(machineMemory).toBeGreaterThan(100_000_000)
    expect(Models.find(({ name }) => name === 'qwen3:0.6b')).toEqual({
      name: 'qwen3:0.6b',
      family: 'qwen3',
      tag: '0.6b',
      title: 'Qwen3 0.6B (Q8_0)',
      parameters: 0.6,
      licence: { name: 'Apache-2.0', address: 'https://www.apache.org/licenses/LICENSE-2.0' },
      size: 639_446_688,
      memory: 639_446_688 + 8_192 * 114_688 + 300_000_000,
      contextLength: 40_960,
      // This engine does not support tools.
      capabilities: ['chat', 'thinking'],
      present: false,
    })
    await expect(catalogue(await app.deps.user())).rejects.toMatchObject({ status: 403 })
    await expect(catalogue(root, 999)).rejects.toMatchObject({ status: 404 })
  })

  test('downloads and loads a model while another model answers', async () => {
    const { data } = await root.client.call(contract.models.add, {
      body: { providerId, name: 'lighthouse:v1' },
    })
    const { modelId, modelTagId } = data.deployment
    const deployment = async (): Promise<Deployment | undefined> =>
      (await root.client.call(contract.models.deployment, { params: { id: modelId } })).data.deployments[0]
    await expect.poll(async () => (await deployment())?.done ?? 0).toBeGreaterThan(0)
    expect(await deployment()).toMatchObject({ state: 'fetching' })
    const anna = await app.deps.user()
    const tab = await app.deps.tab(anna, await app.deps.project(anna))
    const body = { modelTagId: 1, projectTabId: tab.id, prompt: 'How do I add a tab?' }
    const { data: answer } = await anna.client.call(contract.answers.ask, { params: { id: 1 }, body })
    expect(answer.responseText).not.toBe('')
    expect(await deployment()).toMatchObject({ state: 'fetching' })
    served.release()
    await expect.poll(deployment).toMatchObject({ modelTagId, state: 'ready', errorCode: null })
    expect(existsSync(join(app.db.dataDir, 'models', 'lighthouse--v1.gguf'))).toBe(true)
    expect((await catalogue()).Models.find(({ name }) => name === 'lighthouse:v1')?.present).toBe(true)
    expect(data.model).toMatchObject({ name: 'lighthouse', tags: [{ fullName: 'lighthouse:v1' }] })
  })

  test('reports a message for a model it does not have', async () => {
    const { data } = await root.client.call(contract.models.add, {
      body: { providerId, name: 'nobody:knows' },
    })
    const { modelId } = data.deployment
    const message = async () =>
      (await root.client.call(contract.models.deployment, { params: { id: modelId } })).data.deployments[0]
        ?.errorMessage
    await expect.poll(message).toMatch(/does not have nobody:knows/)
  })
})
