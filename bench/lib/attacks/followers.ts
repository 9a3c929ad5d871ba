// One user opens 1,100 streams of one answer (LIMIT-1).
import http from 'node:http'
import { ask } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { startModels } from '../installation.ts'
import { counted, type Attack } from './attack.ts'
import { lowerPriority } from './client-load.ts'
import { headersOf, openSite, type Site } from './site.ts'

const FOLLOWERS = 1_100
/** Maximum number of streams of one answer per user (docs/operating.md). */
const LIMIT = 20

export const followers: Attack = {
  what: 'one person follows one answer 1,100 times',
  async open() {
    const models = await startModels({ rate: 50, tokens: 100_000 })
    process.once('exit', () => models.stop())
    lowerPriority(models.pid)
    return openSite({ OPENAI_BASE_URL: models.url })
  },
  async run(site, told) {
    const { data } = await site.admin.client.call(contract.models.list)
    const tagId = data.Models.flatMap(({ tags }) => tags).find((tag) => tag.modelId !== 1)?.id ?? 0
    const leave = new AbortController()
    const queryId = await new Promise<number>((resolve, reject) => {
      const payload = { projectTabId: site.attacker.tabId, prompt: 'Count.' }
      void (async () => {
        for await (const step of ask(site.attacker.client, tagId, payload, { signal: leave.signal }))
          resolve(step.queryId)
      })().catch(reject)
    })
    const agent = new http.Agent({ maxSockets: Infinity })
    const statuses = await Promise.all(Array.from({ length: FOLLOWERS }, () => follow(site, queryId, agent)))
    told(`followers answered ${counted(statuses)}`)
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    leave.abort()
    agent.destroy()
    const let_in = statuses.filter((status) => status === 200).length
    return let_in > LIMIT ? [`${let_in} followers of one person were let in`] : []
  },
}

function follow({ product, attacker }: Site, queryId: number, agent: http.Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const request = http.get(`${product.url}/api/v1/prompts/streams/${queryId}`, {
      agent,
      headers: headersOf(attacker),
    })
    request.on('error', (error) => resolve(error.message))
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
}
