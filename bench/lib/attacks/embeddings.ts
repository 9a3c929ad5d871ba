// A user requests 200 embeddings at once, five times; the engine handles four requests in parallel.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { counted, type Attack } from './attack.ts'
import { openSite } from './site.ts'

const ASKED = 200
const ROUNDS = 5
const AT_ONCE = 4
const running = { now: 0, most: 0 }

export const embeddings: Attack = {
  what: 'one person asks five times for 200 embeddings at once of an engine that takes four',
  async open() {
    return openSite({ OLLAMA_URL: await startEngine() })
  },
  async run(site, told) {
    const token = await tokenOf(site.admin.client, 1)
    const { data } = await site.admin.client.call(contract.models.list)
    const model = data.Models.flatMap(({ tags }) => tags).find((tag) => tag.modelId !== 1)?.fullName
    const askAll = () => Promise.all(Array.from({ length: ASKED }, ask))
    const ask = async () => {
      const reply = await fetch(`${site.product.url}/v1/embeddings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input: 'Los 2' }),
      })
      await reply.arrayBuffer()
      return reply.status
    }
    const statuses: number[] = []
    for (let round = 0; round < ROUNDS; round++) statuses.push(...(await askAll()))
    told(`answered ${counted(statuses)}; ${running.most} at the engine at once`)
    return running.most > AT_ONCE ? [`${running.most} reached the engine at once`] : []
  },
}

async function tokenOf(client: Parameters<Attack['run']>[0]['admin']['client'], userId: number) {
  const { data } = await client.call(contract.apitokens.saveOfUser, {
    params: { userId },
    body: { name: 'Embeddings' },
  })
  return data.value ?? ''
}

/** An engine of Ollama's dialect with one embedding model that takes 50 ms per request. */
async function startEngine(): Promise<string> {
  const server = http.createServer((request, response) => {
    request.resume()
    request.on('end', () => void answer(request.url ?? '', response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const DETAILS = { family: 'bert', families: ['bert'], parameter_size: '33M', quantization_level: 'F16' }

async function answer(url: string, response: http.ServerResponse): Promise<void> {
  if (url === '/api/version') return json(response, { version: '0.20.0' })
  if (url === '/api/tags' || url === '/api/ps')
    return json(response, {
      models: [{ name: 'embed:latest', model: 'embed:latest', size: 1, digest: 'd', details: DETAILS }],
    })
  if (url === '/api/show')
    return json(response, { details: DETAILS, capabilities: ['embedding'], model_info: {} })
  if (url !== '/api/embed') return json(response, {})
  running.most = Math.max(running.most, ++running.now)
  await sleep(50)
  running.now--
  json(response, { model: 'embed:latest', embeddings: [[0.5, 0.5, 0.5]], prompt_eval_count: 1 })
}

function json(response: http.ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
