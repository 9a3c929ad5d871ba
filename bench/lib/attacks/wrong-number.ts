// A model server reports 9007199254740991 tokens (STREAM-10).
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { ask } from '@polylogue/client'
import { startModels } from '../installation.ts'
import { counted, type Attack } from './attack.ts'
import { lowerPriority } from './client-load.ts'
import { openSite, type Person, type Site } from './site.ts'

/** One round takes a second, in which another person makes eighteen calls: too few for a p95. */
const ROUNDS = 10
const PAUSE_MS = 200
const MODELS = { wrong: 'mock?prompt=9007199254740991', right: 'mock?tokens=20' }

export const wrongNumber: Attack = {
  what: 'a model server counts 9007199254740991 tokens, ten times twenty times in chats and at /v1',
  async open() {
    const models = await startModels({ models: ['mock', ...Object.values(MODELS)].join(',') })
    process.once('exit', () => models.stop())
    lowerPriority(models.pid)
    return openSite({ OPENAI_BASE_URL: models.url })
  },
  async run(site, told) {
    const { data } = await site.admin.client.call(contract.models.list)
    const tagOf = (name: string) =>
      data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName.startsWith(name))
    const models: Models = {
      wrongId: tagOf(MODELS.wrong)?.id ?? 0,
      rightId: tagOf(MODELS.right)?.id ?? 0,
      wrongName: tagOf(MODELS.wrong)?.fullName ?? '',
    }
    const times: number[] = []
    const answered: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // In a tab of their own from the second round on, so that the data read ten times a second does not grow.
      const tabId = round === 0 ? site.victim.tabId : await newTab(site.victim)
      await askAll(site, { ...site.victim, tabId }, models, times, answered)
      await sleep(PAUSE_MS)
    }
    told(`programs answered ${counted(answered)}`)
    const slowest = Math.max(...times)
    told(`${times.length} answers of another person, the slowest after ${slowest} ms`)
    const { attacker } = site
    const { data: usage } = await attacker.client.call(contract.usage.ofUser, { params: { id: attacker.id } })
    told(`usage can still be read: ${JSON.stringify(usage).length} bytes`)
    return [
      ...(slowest > 3_000 ? [`another person's answer took ${slowest} ms`] : []),
      ...(answered.some((outcome) => outcome !== 'whole') ? ['a program was not answered whole'] : []),
    ]
  },
}

interface Models {
  readonly wrongId: number
  readonly rightId: number
  /** The name of the wrong model for programs. */
  readonly wrongName: string
}

/** Asks the wrong model twenty times in chats and twenty times at /v1, and meanwhile the right one twenty times in a row. */
async function askAll(
  { product, attacker }: Site,
  victim: Person,
  { wrongId, rightId, wrongName }: Models,
  times: number[],
  answered: string[],
): Promise<void> {
  const wrong = Array.from({ length: 20 }, () => answer(attacker, wrongId).catch(() => -1))
  const programs = Array.from({ length: 20 }, (_, index) =>
    complete(product.url, attacker.token, wrongName, index % 2 === 0).catch(String),
  )
  for (let index = 0; index < 20; index++) times.push(await answer(victim, rightId))
  await Promise.all(wrong)
  answered.push(...(await Promise.all(programs)))
}

async function newTab({ client, projectId }: Person): Promise<number> {
  const { data } = await client.call(contract.tabs.create, { params: { id: projectId }, body: {} })
  return data.projecttab.id
}

/** Returns the milliseconds until an answer is complete. */
async function answer({ client, tabId }: Person, tagId: number): Promise<number> {
  const began = performance.now()
  for await (const { event } of ask(client, tagId, { projectTabId: tabId, prompt: 'Count.' })) void event
  return Math.round(performance.now() - began)
}

/** Asks through the API; resolves with `whole` when the answer is complete. */
async function complete(url: string, token: string, model: string, stream: boolean): Promise<string> {
  const reply = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Count.' }] }),
  })
  const text = await reply.text()
  if (!reply.ok) return `${reply.status} ${text.slice(0, 100)}`
  const isWhole = stream ? text.includes('[DONE]') : text.includes('"finish_reason"')
  return isWhole ? 'whole' : `cut off: ${text.slice(-100)}`
}
