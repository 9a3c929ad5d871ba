// Addresses of model servers are only for provider managers: nothing that others can read contains a host or port.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '#test/program.ts'
import { askAll, openTalk, queryOf, scripted, type Talk } from '#test/talk.ts'
import { wishedProviders } from './configured.ts'

const plain = scripted({ tokens: 3 })
const telling = scripted({ status: 400 })
const broken = scripted({ cut: 1 })
const closed = scripted({ cut: -2 })

let talk: Talk
beforeAll(async () => {
  const message = 'gpu-7.corp and 127.0.0.1 refuse http://10.0.0.7:8000/v1'
  talk = await openTalk([plain, telling, broken, closed], { server: { settings: { message } } })
})
afterAll(() => talk[Symbol.asyncDispose]())

const isInner = (text: string) =>
  new RegExp(`127\\.0|10\\.0|gpu-7|corp|:${new URL(talk.server.url).port}`).test(text)

test('answers, models, deployments and replies of /v1 contain no address', async () => {
  const { client } = talk.anna
  const told: unknown[] = [(await client.call(contract.models.list)).data]
  for (const name of [plain, telling, broken, closed]) {
    const events = await askAll(talk, name)
    told.push(
      events.map(({ data }) => data.replaceAll(/"created":"[^"]*"/g, '')),
      queryOf(events)?.errorMessage,
    )
    const params = { id: talk.tag(name).modelId }
    await talk.app.db.pool.query(
      `INSERT INTO deployments (tag_id, state, error_code, error_message)
       VALUES ($1, 'failed', 'ENGINE_REFUSED', 'dial 10.0.0.7') ON CONFLICT (tag_id) DO UPDATE SET error_message = 'dial 10.0.0.7'`,
      [talk.tag(name).id],
    )
    told.push((await client.call(contract.models.deployment, { params })).data)
  }
  const program = await programOf(talk, talk.anna)
  told.push((await program.complete({ model: telling, messages: [{ role: 'user', content: 'x' }] })).body)
  told.push((await program.get('models')).body)
  for (const one of told) expect(isInner(JSON.stringify(one)), JSON.stringify(one)).toBe(false)
})

test('a provider of the environment is named by its kind, or by its public host', () => {
  const named = (openaiBaseUrl: string, ollamaUrl: string) =>
    wishedProviders({
      engines: { openaiBaseUrl, ollamaUrl, openaiApiKey: undefined },
      file: { providers: [], embedded: { sequences: 1 } },
      embedded: 'off',
    }).map(({ name }) => name)
  expect(named('http://gpu-7:8000/v1', 'http://ollama.lan:11434')).toEqual(['Model server', 'Ollama'])
  expect(named('http://[fd00::7]:8000', 'http://84.2.3.4:11434')).toEqual(['Model server', 'Ollama'])
  expect(named('https://api.vendor.com:8443/v1', 'https://ollama.com')).toEqual([
    'api.vendor.com',
    'ollama.com',
  ])
})
