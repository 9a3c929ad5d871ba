// Deployments over HTTP, with a scripted Ollama that downloads, loads, unloads and deletes.
import { API_ROOT, contract, type Deployment, type LiveMessage, type Model } from '@polylogue/contract'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const REFUSED = 'You are not allowed to deploy or undeploy models.'

let server: ModelServer
let app: TestApp
let root: TestUser
let anna: TestUser

beforeAll(async () => {
  server = await startModelServer({ models: ['small:1b', 'small:3b', 'other'], settings: { tokens: 20 } })
  app = await testApp({ engines: { ollamaUrl: server.url }, lookEveryMs: 150 })
  root = await app.deps.user({ roleId: 1 })
  anna = await app.deps.user()
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const SUPER = { all: 'true' } as const
const list = async (who = root): Promise<Model[]> =>
  (await who.client.call(contract.models.list, { query: who === root ? SUPER : {} })).data.Models
const named = async (name: string): Promise<Model> => {
  const model = (await list()).find((one) => one.name === name)
  if (!model) throw new Error(`there is no ${name}`)
  return model
}
const tagOf = async (fullName: string) => {
  const [family = '', name = 'latest'] = fullName.split(':')
  const tag = (await named(family)).tags.find((one) => one.name === name)
  if (!tag) throw new Error(`there is no ${fullName}`)
  return tag
}
const at = (tag: { id: number; modelId: number }) => ({
  params: { id: tag.modelId },
  body: { modelTagId: tag.id },
})
const deploymentOf = async (tag: { id: number; modelId: number }): Promise<Deployment> => {
  const { data } = await root.client.call(contract.models.deployment, { params: { id: tag.modelId } })
  const found = data.deployments.find(({ modelTagId }) => modelTagId === tag.id)
  if (!found) throw new Error('there is no deployment')
  return found
}
const state = async (tag: { id: number; modelId: number }) => (await deploymentOf(tag)).state
const inMemory = async (): Promise<string[]> => {
  const reply = await fetch(`${server.url}/api/ps`)
  const { models } = (await reply.json()) as { models: { name: string }[] }
  return models.map(({ name }) => name)
}
const onDisk = async (): Promise<string[]> => {
  const reply = await fetch(`${server.url}/api/tags`)
  const { models } = (await reply.json()) as { models: { name: string }[] }
  return models.map(({ name }) => name)
}
const ollamaId = async () => {
  const { data } = await root.client.call(contract.providers.list)
  return data.Providers.find(({ kind }) => kind === 'ollama')?.id ?? 0
}
const add = async (name: string) =>
  (await root.client.call(contract.models.add, { body: { providerId: await ollamaId(), name } })).data

/** Returns the live events about models that were sent to a user. */
async function live(user: TestUser): Promise<LiveMessage[]> {
  const control = new AbortController()
  onTestFinished(() => control.abort())
  const response = await fetch(`${app.url}${API_ROOT}/notifications/${user.id}/subscribe`, {
    headers: { authorization: `Bearer ${user.token}`, 'x-requested-with': 'XMLHttpRequest' },
    signal: control.signal,
  })
  const messages: LiveMessage[] = []
  const parser = createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data) as LiveMessage) })
  const read = async () => {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(piece)
  }
  read().catch(() => undefined)
  return messages
}

describe('permissions', () => {
  test('deploying and undeploying are refused with 403 and the specified message', async () => {
    const tag = await tagOf('small:1b')
    for (const call of [contract.models.deploy, contract.models.undeploy])
      await expect(anna.client.call(call, at(tag))).rejects.toMatchObject({
        status: 403,
        code: 'PERMISSION_DENIED',
        message: REFUSED,
      })
  })

  test('Guide cannot be undeployed, deactivated or deleted', async () => {
    const guide = { id: 1, modelId: 1 }
    const told = (await root.client.call(contract.models.deploy, at(guide))).data
    expect(told.deployment).toMatchObject({ state: 'ready', wanted: true })
    const refusal = { status: 403, message: 'Guide stays: it answers when no other model can.' }
    await expect(root.client.call(contract.models.undeploy, at(guide))).rejects.toMatchObject(refusal)
    await expect(root.client.call(contract.models.deactivate, { params: { id: 1 } })).rejects.toMatchObject(
      refusal,
    )
    await expect(
      root.client.call(contract.models.removeTag, { params: { id: 1, tagId: 1 } }),
    ).rejects.toMatchObject(refusal)
    expect(await named('Guide')).toMatchObject({ state: 1, modelTagDeployed: true })
  })

  test('a tag of another model is not found', async () => {
    const tag = await tagOf('small:1b')
    const wrong = { params: { id: 1 }, body: { modelTagId: tag.id } }
    await expect(root.client.call(contract.models.deploy, wrong)).rejects.toMatchObject({ status: 404 })
    await expect(root.client.call(contract.models.undeploy, wrong)).rejects.toMatchObject({ status: 404 })
  })
})

describe('lists', () => {
  test('a deactivated model is listed only for users who may activate it', async () => {
    const { id } = await named('other')
    await root.client.call(contract.models.deactivate, { params: { id } })
    expect((await list(anna)).map(({ name }) => name)).not.toContain('other')
    const asked = await anna.client.call(contract.models.list, { query: { all: 'true' } })
    expect(asked.data.Models.map(({ name }) => name)).not.toContain('other')
    expect(await named('other')).toMatchObject({ state: 0 })
    const back = await root.client.call(contract.models.activate, { params: { id } })
    expect(back.data.model).toMatchObject({ state: 1 })
    expect((await list(anna)).map(({ name }) => name)).toContain('other')
  })

  test('sorting stores the order, appends omitted models, and refuses an unknown id with 404', async () => {
    const before = (await list()).map(({ id }) => id)
    const [first = 0, second = 0, ...rest] = before
    const sort = (modelIds: number[]) => root.client.call(contract.models.sort, { body: { modelIds } })
    await expect(sort([second, 987_654])).rejects.toMatchObject({ status: 404 })
    expect((await list()).map(({ id }) => id)).toEqual(before)
    const { data } = await sort([second])
    expect(data.Models.map(({ id }) => id)).toEqual([second, first, ...rest])
    expect((await list(anna)).map(({ id }) => id)).toEqual([second, first, ...rest])
    await sort(before)
  })
})

/** The deployments that somebody was told of. */
const toldTo = async ({ client, id }: TestUser) => {
  const { data } = await client.call(contract.notifications.list, { params: { userId: id }, query: {} })
  return data.notifications.map(({ kind, facts: { name } }) => `${kind} ${name}`)
}

describe('deploying', () => {
  test('a model that the engine already has is ready without being loaded', async () => {
    expect(await state(await tagOf('small:3b'))).toBe('ready')
    expect(await inMemory()).not.toContain('small:3b')
  })

  test('loads a stored model and reports its memory; undeploying unloads it and keeps the file', async () => {
    const tag = await tagOf('small:1b')
    const { data } = await root.client.call(contract.models.deploy, at(tag))
    expect(data.deployment).toMatchObject({ wanted: true, modelTagId: tag.id })
    await expect.poll(() => state(tag)).toBe('ready')
    expect(await inMemory()).toContain('small:1b')
    await expect.poll(async () => (await tagOf('small:1b')).memory).toBeGreaterThan(0)
    const gone = (await root.client.call(contract.models.undeploy, at(tag))).data
    expect(gone.deployment).toMatchObject({ wanted: false, state: 'stored' })
    await expect.poll(inMemory).not.toContain('small:1b')
    expect(await onDisk()).toContain('small:1b')
    expect(await tagOf('small:1b')).toMatchObject({ deployed: false })
    await expect(
      root.client.call(contract.models.deploy, { ...at(tag), params: { id: 1 } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('downloads and loads a new tag; pushes progress only to users who may deploy', async () => {
    const [roots, annas] = [await live(root), await live(anna)]
    const { model, deployment } = await add('fresh:7b')
    expect(model).toMatchObject({ name: 'fresh', tags: [{ fullName: 'fresh:7b', deployed: false }] })
    expect(deployment).toMatchObject({ wanted: true })
    const tag = await tagOf('fresh:7b')
    await expect.poll(() => state(tag)).toBe('ready')
    expect(await onDisk()).toContain('fresh:7b')
    expect(await inMemory()).toContain('fresh:7b')
    expect(await tagOf('fresh:7b')).toMatchObject({ deployed: true, size: 50_000_000 })
    const told = () => roots.filter(({ contextData }) => contextData['modelTagId'] === tag.id)
    await expect.poll(() => told().at(-1)?.contextData['state']).toBe('ready')
    expect(told().map(({ contextData }) => contextData['state'])).toContain('fetching')
    expect(told().every(({ context }) => context === 1)).toBe(true)
    await expect.poll(() => annas.some(({ uri }) => uri === '/models')).toBe(true)
    expect(annas.filter(({ contextData }) => 'state' in contextData)).toEqual([])
    // NOTIFY-15
    await expect.poll(() => toldTo(root), { timeout: 20_000 }).toContain('modelDeployed fresh:7b')
    expect(await toldTo(anna)).toEqual([])
  })

  test('an unknown name fails once with a message, and its tag can be deleted', async () => {
    const before = server.stats().byPath['POST /api/pull'] ?? 0
    const { model } = await add('missing-model:1b')
    const tag = await tagOf('missing-model:1b')
    await expect.poll(() => state(tag)).toBe('failed')
    expect(await deploymentOf(tag)).toMatchObject({
      errorCode: 'ENGINE_MODEL_MISSING',
      errorMessage: 'The model server of Ollama does not have missing-model:1b. Check the name.',
    })
    await expect.poll(() => toldTo(root), { timeout: 20_000 }).toContain('modelFailed missing-model:1b')
    // Two more checks do not trigger a retry.
    const looks = server.stats().byPath['GET /api/tags'] ?? 0
    await expect.poll(() => server.stats().byPath['GET /api/tags']).toBeGreaterThan(looks + 2)
    expect(server.stats().byPath['POST /api/pull']).toBe(before + 1)
    await root.client.call(contract.models.removeTag, { params: { id: model.id, tagId: tag.id } })
    expect((await list()).map(({ name }) => name)).not.toContain('missing-model')
  })

  test.each([['two words'], ['tab\there'], [`${'x'.repeat(300)}:1b`]])('refuses %s as name', async (name) => {
    await expect(add(name)).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  test('deleting frees the disk; the tag can be downloaded again', async () => {
    await add('deleted:1b')
    const tag = await tagOf('deleted:1b')
    await expect.poll(() => state(tag)).toBe('ready')
    await root.client.call(contract.models.removeTag, { params: { id: tag.modelId, tagId: tag.id } })
    expect(await onDisk()).not.toContain('deleted:1b')
    // A check of the engine that began before may still store what it saw.
    await expect.poll(() => deploymentOf(tag)).toMatchObject({ state: 'absent', wanted: false })
    await root.client.call(contract.models.deploy, at(tag))
    await expect.poll(() => state(tag)).toBe('ready')
    expect(await onDisk()).toContain('deleted:1b')
  })

  test('detects tags pulled, unloaded or deleted at the engine, and reloads unloaded ones', async () => {
    const tag = await tagOf('small:3b')
    await root.client.call(contract.models.deploy, at(tag))
    await expect.poll(() => state(tag)).toBe('ready')
    const behindOurBack = async (method: 'POST' | 'DELETE', path: string, body: object) => {
      const reply = await fetch(`${server.url}${path}`, { method, body: JSON.stringify(body) })
      await reply.text()
    }
    const annas = await live(anna)
    await behindOurBack('POST', '/api/pull', { model: 'sideloaded:1b' })
    await expect.poll(async () => (await list(anna)).map(({ name }) => name)).toContain('sideloaded')
    await expect.poll(() => annas.some(({ uri }) => uri === '/models')).toBe(true)
    await behindOurBack('POST', '/api/generate', { model: 'small:3b', keep_alive: 0 })
    await expect.poll(inMemory).toContain('small:3b')
    await expect.poll(() => state(tag)).toBe('ready')
    await behindOurBack('DELETE', '/api/delete', { model: 'sideloaded:1b' })
    await expect.poll(async () => state(await tagOf('sideloaded:1b'))).toBe('absent')
    // Not deployed by a user here, so it is not downloaded again.
    expect(await onDisk()).not.toContain('sideloaded:1b')
  })

  test('the audit log has each action and its user', async () => {
    const { data } = await root.client.call(contract.audit.list, { query: { objectType: 'model' } })
    const actions = new Set(data.Entries.map(({ action }) => action))
    for (const action of [
      'model.deployed',
      'model.undeployed',
      'model.deleted',
      'model.deactivated',
    ] as const)
      expect(actions).toContain(action)
    expect(data.Entries.every(({ userId }) => userId === root.id)).toBe(true)
  })
})

describe('a slow engine', () => {
  let slow: ModelServer
  let providerId: number
  beforeAll(async () => {
    slow = await startModelServer({ models: ['here'], settings: { tokens: 6_000, rate: 100 } })
    const body = { name: 'Slow', kind: 'ollama' as const, addresses: [slow.url], isLocal: true }
    providerId = (await root.client.call(contract.providers.create, { body })).data.provider.id
  })
  afterAll(() => slow.close())
  const begin = async (name: string) => {
    const { data } = await root.client.call(contract.models.add, { body: { providerId, name } })
    return { id: data.deployment.modelTagId, modelId: data.model.id }
  }
  const pulls = () => slow.stats().byPath['POST /api/pull'] ?? 0

  test('a repeated deployment joins the running one; undeploying aborts it at the engine', async () => {
    const tag = await begin('joined:1b')
    await expect.poll(async () => (await deploymentOf(tag)).done).toBeGreaterThan(100_000)
    const [before, row] = [pulls(), await deploymentOf(tag)]
    expect(row).toMatchObject({ state: 'fetching', total: 45_000_000 })
    const again = (await root.client.call(contract.models.deploy, at(tag))).data
    expect(again.deployment.done).toBeGreaterThanOrEqual(row.done)
    expect(again.deployment.began).toBe(row.began)
    expect(pulls()).toBe(before)
    await root.client.call(contract.models.undeploy, at(tag))
    await expect.poll(() => slow.stats().open).toBe(0)
    expect(await deploymentOf(tag)).toMatchObject({ state: 'absent', wanted: false, percent: null })
    // The partial download stays on disk: deploying again resumes it.
    await root.client.call(contract.models.deploy, at(tag))
    await expect.poll(async () => (await deploymentOf(tag)).done).toBeGreaterThan(row.done)
    await root.client.call(contract.models.undeploy, at(tag))
    await expect.poll(() => slow.stats().open).toBe(0)
  })

  test('deleting aborts a download', async () => {
    const tag = await begin('stopped:1b')
    await expect.poll(() => slow.stats().open).toBe(1)
    await root.client.call(contract.models.removeTag, { params: { id: tag.modelId, tagId: tag.id } })
    await expect.poll(() => slow.stats().open).toBe(0)
    expect((await list()).map(({ name }) => name)).not.toContain('stopped')
  })

  test('downloads two tags at once; the third waits', async () => {
    const tags = [await begin('one:1b'), await begin('two:1b'), await begin('three:1b')]
    await expect.poll(() => slow.stats().open).toBe(2)
    const last = tags[2] ?? { id: 0, modelId: 0 }
    expect(await state(last)).toBe('waiting')
    for (const tag of tags.slice(0, 2)) await root.client.call(contract.models.undeploy, at(tag))
    await expect.poll(() => state(last)).toBe('fetching')
    await root.client.call(contract.models.undeploy, at(last))
    await expect.poll(() => slow.stats().open).toBe(0)
  })

  test('downloads that start while another tag is deleted continue', async () => {
    for (let round = 0; round < 8; round++) {
      const gone = await begin(`gone${round}:1b`)
      await expect.poll(() => slow.stats().open).toBe(1)
      await root.client.call(contract.models.removeTag, { params: { id: gone.modelId, tagId: gone.id } })
      const both = [await begin(`left${round}:1b`), await begin(`right${round}:1b`)]
      await expect.poll(() => slow.stats().open).toBe(2)
      for (const tag of both) await root.client.call(contract.models.undeploy, at(tag))
      await expect.poll(() => slow.stats().open).toBe(0)
    }
  })
})

test('models of an OpenAI server can be deployed and undeployed, but not downloaded or deleted', async () => {
  const elsewhere = await startModelServer({ models: ['served'] })
  const body = { name: 'Elsewhere', kind: 'openai' as const, addresses: [elsewhere.url], isLocal: true }
  const { provider } = (await root.client.call(contract.providers.create, { body })).data
  const tag = await tagOf('served:latest')
  const refusal = { status: 409, code: 'ENGINE_CANNOT' }
  const wish = { body: { providerId: provider.id, name: 'more' } }
  await expect(root.client.call(contract.models.add, wish)).rejects.toMatchObject(refusal)
  const place = { params: { id: tag.modelId, tagId: tag.id } }
  await expect(root.client.call(contract.models.removeTag, place)).rejects.toMatchObject(refusal)
  expect((await root.client.call(contract.models.undeploy, at(tag))).data.deployment.state).toBe('stored')
  expect((await root.client.call(contract.models.deploy, at(tag))).data.deployment.state).toBe('ready')
  await elsewhere.close()
})
