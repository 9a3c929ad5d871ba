// An image in a replay counts towards the memory limit like an uploaded one.
import { contract } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { askAll, openStream, openTalk, queryIdOf, readStream, scripted } from '#test/talk.ts'

const endless = scripted({ endless: 1, rate: 20 })
const vision = {
  model_info: { 'general.architecture': 'llama', 'llama.context_length': 4096 },
  capabilities: ['completion', 'vision'],
}

test('a replay with an image waits until enough memory is free', async () => {
  await using talk = await openTalk([endless], {
    dialect: 'ollama',
    server: { ollamaShow: { 'echo:latest': vision, echo: vision } },
    file: { limits: { waitingBytes: 2_000_000 } },
  })
  const picture = Buffer.alloc(900_000)
  picture.set(Buffer.from('89504e470d0a1a0a', 'hex'))
  const attachments = [{ name: 'Plan.png', mime_type: 'image/png', base64: picture.toString('base64') }]
  const id = queryIdOf(await askAll(talk, 'echo', { prompt: 'What is this?', attachments }))
  const payload = { projectTabId: await talk.newTab(), prompt: 'Count.' }
  const running = await openStream(talk, talk.anna, { tagId: talk.tag(endless).id, payload })
  const begun = await readStream(running, (events) => queryIdOf(events) > 0)
  const body = { tabId: talk.tabId, promptIds: [id], modelTagId: talk.tag('echo').id, tabName: 'Again' }
  const { data } = await talk.anna.client.call(contract.replays.create, { body })
  const params = { id: data.projecttab.id }
  const { pool } = talk.app.db
  // Each rejection prepares the question again.
  const tries = new Set<string>()
  const look = async () => {
    const { rows } = await pool.query<{ asking: string | null }>(
      'SELECT asking FROM replays WHERE tab_id = $1',
      [params.id],
    )
    if (rows[0]?.asking) tries.add(rows[0].asking)
    return tries.size
  }
  await expect.poll(look, { timeout: 20_000 }).toBeGreaterThan(1)
  expect((await talk.anna.client.call(contract.queries.list, { params })).data.Queries).toEqual([])
  await talk.anna.client.call(contract.answers.stop, { params: { id: queryIdOf(begun) } })
  const state = async () => (await talk.anna.client.call(contract.replays.get, { params })).data.replay?.state
  await expect.poll(state, { timeout: 20_000 }).toBe('done')
  const [again] = (await talk.anna.client.call(contract.queries.list, { params })).data.Queries
  expect(again?.attachments).toMatchObject([{ name: 'Plan.png', size: 900_000 }])
})
