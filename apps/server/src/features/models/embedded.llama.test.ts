// A model file in the models folder, over HTTP: discovered, deployed, asked and undeployed with the real engine.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Deployment, type ModelTag } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedLlama } from '#engines/embedded/embedded.ts'
import { modelProcesses } from '#test/embedded/tiny-models.ts'
import { TINY_TEXT, writeTinyGguf } from '#engines/embedded/test/tiny-gguf.ts'
import { openStream, readStream, textOf } from '#test/talk.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const payload = { prompt: 'Tell me.', options: { temperature: 0, repeat_penalty: 1 } }

describe.skipIf(installedLlama() === undefined)('the embedded provider (node-llama-cpp)', () => {
  let app: TestApp
  let root: TestUser
  let folder: string
  beforeAll(async () => {
    app = await testApp({ file: { embedded: { threads: 1, folder: 'own' } }, lookEveryMs: 150 })
    root = await app.deps.user({ roleId: 1 })
    folder = join(app.db.dataDir, 'own')
    mkdirSync(folder, { recursive: true })
  })
  afterAll(() => app.close())

  const tagOf = async (fullName: string): Promise<ModelTag | undefined> => {
    const { data } = await root.client.call(contract.models.list, { query: { all: 'true' } })
    return data.Models.flatMap(({ tags }) => tags).find((tag) => tag.fullName === fullName)
  }
  const deploymentOf = async (tag: ModelTag): Promise<Deployment | undefined> => {
    const { data } = await root.client.call(contract.models.deployment, { params: { id: tag.modelId } })
    return data.deployments.find(({ modelTagId }) => modelTagId === tag.id)
  }
  const answer = async (tag: ModelTag): Promise<string> => {
    const tab = await app.deps.tab(root, await app.deps.project(root))
    const asked = { tagId: tag.id, payload: { ...payload, projectTabId: tab.id } }
    return textOf(await readStream(await openStream({ app }, root, asked)))
  }

  test('exists without configuration and is ready', async () => {
    const { data } = await root.client.call(contract.providers.list)
    expect(data.embedded).toBe('ready')
    expect(data.Providers.find(({ kind }) => kind === 'embedded')).toMatchObject({
      name: 'Embedded',
      isLocal: true,
      source: 'environment',
      can: { fetch: true, load: true, remove: true },
    })
  })

  test('discovers a file in the folder, deploys it, answers, and unloads it when undeployed', async () => {
    writeTinyGguf(join(folder, 'lighthouse.gguf'))
    await expect
      .poll(() => tagOf('lighthouse:latest'))
      .toMatchObject({
        capabilities: ['chat'],
        deployed: false,
      })
    const tag = await tagOf('lighthouse:latest')
    if (!tag) throw new Error('the model is gone')
    const at = { params: { id: tag.modelId }, body: { modelTagId: tag.id } }
    const { deployment } = (await root.client.call(contract.models.deploy, at)).data
    expect(deployment).toMatchObject({ wanted: true })
    await expect.poll(() => deploymentOf(tag)).toMatchObject({ state: 'ready', errorCode: null })
    expect(modelProcesses()).toHaveLength(1)
    await expect.poll(async () => (await tagOf('lighthouse:latest'))?.memory).toBeGreaterThan(1_000_000)
    expect(await answer(tag)).toBe(TINY_TEXT)
    await root.client.call(contract.models.undeploy, at)
    await expect.poll(() => modelProcesses()).toEqual([])
    await expect.poll(async () => (await tagOf('lighthouse:latest'))?.memory).toBeNull()
    expect(await tagOf('lighthouse:latest')).toMatchObject({ deployed: false })
  })

  test('reloads a model whose process was killed', async () => {
    writeTinyGguf(join(folder, 'stays.gguf'))
    await expect.poll(() => tagOf('stays:latest')).toBeDefined()
    const tag = await tagOf('stays:latest')
    if (!tag) throw new Error('the model is gone')
    const at = { params: { id: tag.modelId }, body: { modelTagId: tag.id } }
    await root.client.call(contract.models.deploy, at)
    await expect.poll(() => deploymentOf(tag)).toMatchObject({ state: 'ready' })
    const [pid = 0] = modelProcesses()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => modelProcesses().filter((one) => one !== pid)).toHaveLength(1)
    expect(await answer(tag)).toBe(TINY_TEXT)
    await root.client.call(contract.models.removeTag, { params: { id: tag.modelId, tagId: tag.id } })
    await expect.poll(() => modelProcesses()).toEqual([])
    expect(existsSync(join(folder, 'stays.gguf'))).toBe(false)
  })
})

test('when disabled, the embedded provider is not listed and reported as off', async () => {
  await using app = await testApp({ file: { embedded: { enabled: false } } })
  const root = await app.deps.user({ roleId: 1 })
  const { data } = await root.client.call(contract.providers.list)
  expect(data.embedded).toBe('off')
  expect(data.Providers.map(({ kind }) => kind)).toEqual(['guide'])
})
