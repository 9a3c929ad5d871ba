// A tab whose model is not available any more: it rejects questions until a writer switches it to Guide.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream, openTalk, readStream, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const GUIDE = { defaultModelId: 1, defaultModelTagId: 1 }
const WAYS = ['undeployed', 'deactivated', 'deleted'] as const

const names = WAYS.map((way) => scripted({}, way))
const brief = scripted({}, 'brief')

let talk: Talk
let root: TestUser
let reader: TestUser
let writer: TestUser
beforeAll(async () => {
  talk = await openTalk([...names, brief])
  root = await talk.app.deps.user({ roleId: 1 })
  reader = await talk.app.deps.user()
  writer = await talk.app.deps.user()
  const { data } = await talk.anna.client.call(contract.projects.get, { params: { id: talk.projectId } })
  await talk.app.deps.share(data.project, reader)
  await talk.app.deps.share(data.project, writer, { write: true })
})
afterAll(() => talk[Symbol.asyncDispose]())

const update = async (who: TestUser, id: number, body: object) =>
  (await who.client.call(contract.tabs.update, { params: { id }, body })).data.projecttab

async function lose(way: (typeof WAYS)[number], tag: { id: number; modelId: number }): Promise<void> {
  const params = { id: tag.modelId }
  if (way === 'deactivated') await root.client.call(contract.models.deactivate, { params })
  else if (way === 'undeployed')
    await root.client.call(contract.models.undeploy, { params, body: { modelTagId: tag.id } })
  else await talk.app.db.pool.query('UPDATE model_tags SET present = false WHERE id = $1', [tag.id])
}

test.each(WAYS.map((way, place) => [way, names[place] ?? ''] as const))(
  'a tab whose model is %s refuses questions, can be changed, and can switch to Guide',
  async (way, name) => {
    const id = await talk.newTab()
    const tag = talk.tag(name)
    const choice = { defaultModelId: tag.modelId, defaultModelTagId: tag.id }
    await update(talk.anna, id, choice)
    await lose(way, tag)
    const payload = { projectTabId: id, prompt: 'Where?' }
    const refused = await openStream(talk, writer, { tagId: tag.id, payload })
    expect(refused.status).toBe(409)
    const { errorCode } = (await refused.json()) as { errorCode: string }
    expect(errorCode).toBe(way === 'undeployed' ? 'MODEL_NOT_DEPLOYED' : 'MODEL_UNAVAILABLE')
    expect(await update(writer, id, { name: 'Still mine' })).toMatchObject(choice)
    await expect(update(reader, id, GUIDE)).rejects.toMatchObject({ status: 403 })
    expect(await update(writer, id, GUIDE)).toMatchObject({ name: 'Still mine', ...GUIDE })
    await expect(update(writer, id, choice)).rejects.toMatchObject({ code: errorCode })
    const events = await readStream(await openStream(talk, writer, { tagId: 1, payload }))
    expect(events.at(-1)?.data).toBe('[STREAM-DONE]')
  },
)

test('a new tab gets the first available model when the model of its project is undeployed', async () => {
  const tag = talk.tag('script')
  const gone = talk.tag(brief)
  const body = { defaultModelId: gone.modelId, defaultModelTagId: gone.id }
  const params = { id: talk.projectId }
  await talk.anna.client.call(contract.projects.update, { params, body })
  const add = async (sent: object) =>
    (await talk.anna.client.call(contract.tabs.create, { params, body: sent })).data.projecttab
  expect(await add({})).toMatchObject(body)
  await root.client.call(contract.models.undeploy, {
    params: { id: gone.modelId },
    body: { modelTagId: gone.id },
  })
  await root.client.call(contract.models.sort, { body: { modelIds: [tag.modelId] } })
  const first = { defaultModelId: tag.modelId, defaultModelTagId: tag.id }
  for (const sent of [{}, body]) expect(await add(sent)).toMatchObject(first)
})
