// A model server reports 9007199254740991 tokens (R22, R26).
import { contract } from '@polylogue/contract'
import { ask } from '@polylogue/client'
import { startModels } from '../installation.ts'
import { counted, type Attack } from './attack.ts'
import { lowerPriority } from './client-load.ts'
import { openSite, type Person } from './site.ts'

const MODELS = { wrong: 'mock?prompt=9007199254740991', right: 'mock?tokens=20' }

export const wrongNumber: Attack = {
  what: 'a model server counts 9007199254740991 tokens, twenty times in chats and twenty times at /v1',
  async open() {
    const models = await startModels({ models: ['mock', ...Object.values(MODELS)].join(',') })
    process.once('exit', () => models.stop())
    lowerPriority(models.pid)
    return openSite({ OPENAI_BASE_URL: models.url })
  },
  async run({ product, admin, attacker, victim }, told) {
    const { data } = await admin.client.call(contract.models.list)
    const tagOf = (name: string) =>
      data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName.startsWith(name))
    const tagId = (name: string) => tagOf(name)?.id ?? 0
    const model = tagOf(MODELS.wrong)?.fullName ?? ''
    const wrong = Array.from({ length: 20 }, () => answer(attacker, tagId(MODELS.wrong)).catch(() => -1))
    const programs = Array.from({ length: 20 }, (_, index) =>
      complete(product.url, attacker.token, model, index % 2 === 0).catch(String),
    )
    const times: number[] = []
    for (let round = 0; round < 20; round++) times.push(await answer(victim, tagId(MODELS.right)))
    await Promise.all(wrong)
    const answered = await Promise.all(programs)
    told(`programs answered ${counted(answered)}`)
    const slowest = Math.max(...times)
    told(`twenty answers of another person, the slowest after ${slowest} ms`)
    const { data: usage } = await attacker.client.call(contract.usage.ofUser, { params: { id: attacker.id } })
    told(`usage can still be read: ${JSON.stringify(usage).length} bytes`)
    return [
      ...(slowest > 3_000 ? [`another person's answer took ${slowest} ms`] : []),
      ...(answered.some((outcome) => outcome !== 'whole') ? ['a program was not answered whole'] : []),
    ]
  },
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
