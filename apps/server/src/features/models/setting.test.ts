// Setting a tag's capabilities that its engine does not report.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '#test/program.ts'
import { askAll, openStream, openTalk, queryOf, scripted, textOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const plain = scripted({ tokens: 3 })
const calling = scripted({ tool: 'weather' })

let talk: Talk
let root: TestUser
beforeAll(async () => {
  talk = await openTalk([plain, calling])
  root = await talk.app.deps.user({ roleId: 1 })
})
afterAll(() => talk[Symbol.asyncDispose]())

const set = (
  name: string,
  body: { contextLength: number | null; images: boolean | null; tools: boolean | null },
) => {
  const { id, modelId } = talk.tag(name)
  return root.client.call(contract.models.setTag, { params: { id: modelId, tagId: id }, body })
}
const told = async (name: string) => {
  const params = { id: talk.tag(name).modelId }
  return (await talk.anna.client.call(contract.models.get, { params })).data.model
}
const UNSET = { contextLength: null, images: null, tools: null }

test('set capabilities are returned to all users, survive discovery, and are reset by null', async () => {
  const before = await told(plain)
  await set(plain, { contextLength: 4_096, images: true, tools: true })
  const tags = [{ contextLength: 4_096, type: 1, set: { contextLength: 4_096, images: true, tools: true } }]
  expect(await told(plain)).toMatchObject({ type: 1, tags })
  expect((await told(plain)).tags[0]?.capabilities).toEqual(
    expect.arrayContaining(['chat', 'images', 'tools']),
  )
  await talk.app.db.pool.query(
    `UPDATE model_tags SET capabilities = '{}', context_length = NULL WHERE id = $1`,
    [talk.tag(plain).id],
  )
  expect((await told(plain)).tags[0]?.capabilities).toEqual(['chat', 'images', 'tools'])
  await talk.app.db.pool.query(`UPDATE model_tags SET capabilities = '{chat}' WHERE id = $1`, [
    talk.tag(plain).id,
  ])
  await set(plain, UNSET)
  const { modified: _, ...after } = await told(plain)
  expect(after).toMatchObject({ type: before.type, tags: [{ capabilities: ['chat'], set: UNSET }] })
})

test('setting images allows or refuses image attachments', async () => {
  const base64 = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')
  const attachments = [{ name: 'Plan.png', mime_type: 'image/png', base64 }]
  const payload = { projectTabId: talk.tabId, prompt: 'What is this?', attachments }
  const refused = await openStream(talk, talk.anna, { tagId: talk.tag('echo').id, payload })
  expect(await refused.json()).toMatchObject({ errorCode: 'ATTACHMENT_REFUSED' })
  await set('echo', { ...UNSET, images: true })
  expect(textOf(await askAll(talk, 'echo', payload))).toContain(base64)
  await set('echo', { ...UNSET, images: false })
  const again = await openStream(talk, talk.anna, { tagId: talk.tag('echo').id, payload })
  expect(again.status).toBe(400)
})

test('tools are refused with 400 at /v1 when they are set to false', async () => {
  const program = await programOf(talk, talk.anna)
  const tools = [{ type: 'function', function: { name: 'weather' } }]
  const ask = () =>
    program.complete({ model: calling, tools, messages: [{ role: 'user', content: 'Rain?' }] })
  expect((await ask()).status).toBe(200)
  await set(calling, { ...UNSET, tools: false })
  await expect.poll(ask).toMatchObject({
    status: 400,
    body: { error: { param: 'tools', message: expect.stringContaining('cannot call tools here') } },
  })
  await set(calling, UNSET)
  await expect.poll(async () => (await ask()).status).toBe(200)
})

test('a set context length limits how much of the conversation is sent', async () => {
  const tabId = await talk.newTab()
  for (let turn = 0; turn < 3; turn++)
    await askAll(talk, plain, { projectTabId: tabId, prompt: `Turn ${turn} ${'x'.repeat(900)}` })
  const dropped = async () => {
    const message = queryOf(await askAll(talk, plain, { projectTabId: tabId, prompt: 'And?' }))
    return message?.statistics.find(({ key }) => key === 'historyDropped')?.value
  }
  expect(await dropped()).toBeUndefined()
  await set(plain, { ...UNSET, contextLength: 1_024 })
  expect(await dropped()).toBeGreaterThan(0)
})

test('setting is refused with 403 for other users and for Guide, with 404 for an unknown tag', async () => {
  const { id: tagId, modelId: id } = talk.tag(plain)
  const body = UNSET
  await expect(
    talk.anna.client.call(contract.models.setTag, { params: { id, tagId }, body }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(
    root.client.call(contract.models.setTag, { params: { id: 1, tagId: 1 }, body }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(
    root.client.call(contract.models.setTag, { params: { id, tagId: 1 }, body }),
  ).rejects.toMatchObject({ status: 404 })
})
