import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askAll,
  openStream,
  numbers,
  openTalk,
  queryIdOf,
  queryOf,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'

const plain = scripted({ tokens: 30 })
const echo = scripted({}, 'echo')

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([plain, echo])
})
afterAll(() => talk[Symbol.asyncDispose]())

describe('the request to the engine', () => {
  test('contains the conversation and only the options that were changed', async () => {
    const tabId = await talk.newTab()
    await askAll(talk, plain, { projectTabId: tabId, prompt: 'Hello' })
    const standard = { num_gpu: 0, num_ctx: 2_048, seed: 0, top_p: 0.9 }
    const options = { temperature: 0, stop: ['END'], mirostat: null, ...standard } as never
    const body = JSON.parse(
      textOf(await askAll(talk, echo, { projectTabId: tabId, prompt: 'Again', options })),
    ) as Record<string, unknown>
    expect(body).toMatchObject({ temperature: 0, stop: ['END'], stream: true })
    expect(body['messages']).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: numbers(30) },
      { role: 'user', content: 'Again' },
    ])
    for (const name of Object.keys(standard)) expect(Object.keys(body)).not.toContain(name)
    // An engine that knows neither says so of changed values only.
    const noticesOf = async (values: object) =>
      (await askAll(talk, plain, { options: values as never })).filter(({ data }) =>
        data.includes('"notice"'),
      )
    expect(await noticesOf({ num_gpu: 0, tfs_z: 1 })).toEqual([])
    expect(await noticesOf({ num_gpu: 1, tfs_z: 0.5 })).toHaveLength(1)
  })

  test('omits the oldest turns when the context window is full, and reports how many messages', async () => {
    const tabId = await talk.newTab()
    for (let turn = 0; turn < 4; turn++)
      await askAll(talk, plain, { projectTabId: tabId, prompt: `Turn ${turn} ${'x'.repeat(600)}` })
    const events = await askAll(talk, echo, {
      projectTabId: tabId,
      prompt: 'Last',
      options: { num_ctx: 1_024, num_predict: 200 },
    })
    const body = JSON.parse(textOf(events)) as { messages: { content: string }[] }
    const kept = body.messages.length - 1
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(8)
    expect(body.messages.at(-2)?.content).toBe(numbers(30))
    expect(queryOf(events)?.statistics).toContainEqual({ key: 'historyDropped', value: 8 - kept })
  })

  test('contains the text of attached documents, which are stored with the message', async () => {
    const tabId = await talk.newTab()
    const base64 = Buffer.from('# Los 2\nNur Kabel').toString('base64')
    const attachments = [{ name: 'Los 2.md', mime_type: 'text/plain', base64, timestamp: 1_700_000_000 }]
    const events = await askAll(talk, echo, { projectTabId: tabId, prompt: 'Summarise', attachments })
    expect(textOf(events)).toContain('Nur Kabel')
    expect(queryOf(events)?.attachments).toEqual([
      { name: 'Los 2.md', size: 17, mime_type: 'text/markdown', timestamp: 1_700_000_000 },
    ])
    const next = textOf(await askAll(talk, echo, { projectTabId: tabId, prompt: 'And?' }))
    expect(next).toContain('Nur Kabel')
    const { data } = await talk.anna.client.call(contract.queries.attachment, {
      params: { id: queryIdOf(events), index: 0 },
    })
    expect(await data.text()).toBe('# Los 2\nNur Kabel')
  })

  test('contains as much of the documents as fits, and reports how much was used', async () => {
    const file = (text: string) => Buffer.from(text).toString('base64')
    const attachments = [
      { name: 'short.txt', mime_type: 'text/plain', base64: file('short') },
      { name: 'long.txt', mime_type: 'text/plain', base64: file('ж'.repeat(5_000)) },
      { name: 'left.txt', mime_type: 'text/plain', base64: file('y'.repeat(100)) },
    ]
    const asked = { projectTabId: await talk.newTab(), prompt: 'Summarise', attachments }
    const events = await askAll(talk, echo, { ...asked, options: { num_ctx: 1_024, num_predict: 200 } })
    const used = textOf(events).match(/ж+/)?.[0].length ?? 0
    // Two letters of Cyrillic are a token, at three bytes a token it would be at most 1.5 × the room (decision 79).
    const room = 1_024 - 200
    expect(used).toBeGreaterThan(1.5 * room)
    expect(used).toBeLessThan(2 * room)
    const figures = queryOf(events)?.statistics.filter(({ key }) => key.startsWith('attachments'))
    expect(figures).toEqual([
      { key: 'attachmentsCut', value: 2 },
      { key: 'attachmentsUsed', value: used },
      { key: 'attachmentsWhole', value: 5_100 },
    ])
    const fits = await askAll(talk, echo, { ...asked, attachments: attachments.slice(0, 1) })
    expect(queryOf(fits)?.statistics.map(({ key }) => key)).not.toContain('attachmentsCut')
  })

  test('is not sent when an attachment is refused with 400', async () => {
    talk.server.reset()
    const attachments = [{ name: 'x.exe', mime_type: 'application/x-msdownload', base64: 'TVo=' }]
    const refused = await openStream(talk, talk.anna, {
      tagId: talk.tag(echo).id,
      payload: { projectTabId: talk.tabId, prompt: 'x', attachments },
    })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      errorCode: 'ATTACHMENT_REFUSED',
      messageContent: { meta: { issues: [{ path: 'attachments.0.mime_type' }] } },
    })
    expect(talk.server.stats().requests).toBe(0)
  })
})

describe('images', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')
  const attachments = [{ name: 'Plan.png', mime_type: 'image/png', base64: png }]
  const vision = {
    model_info: { 'general.architecture': 'llama', 'llama.context_length': 4096 },
    capabilities: ['completion', 'vision'],
  }

  test('are sent, also with the history, to a model with image input and refused for a model without', async () => {
    await using seeing = await openTalk([], {
      dialect: 'ollama',
      server: { ollamaShow: { 'echo:latest': vision, echo: vision } },
    })
    const events = await askAll(seeing, 'echo', { prompt: 'What is this?', attachments })
    expect(JSON.parse(textOf(events))).toMatchObject({
      messages: [{ content: 'What is this?', images: [png] }],
    })
    const next = JSON.parse(textOf(await askAll(seeing, 'echo', { prompt: 'And now?' }))) as {
      messages: unknown[]
    }
    expect(next.messages[0]).toMatchObject({ content: 'What is this?', images: [png] })
    const payload = { projectTabId: seeing.tabId, prompt: 'x', attachments }
    const refused = await openStream(seeing, seeing.anna, { tagId: seeing.tag('mock').id, payload })
    expect(await refused.json()).toMatchObject({
      errorCode: 'ATTACHMENT_REFUSED',
      messageContent: { meta: { issues: [{ path: 'attachments.0.mime_type' }] } },
    })
  })
})
