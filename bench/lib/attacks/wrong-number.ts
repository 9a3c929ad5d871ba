// A model server counts 9007199254740991 tokens (R22, R26).
import { contract } from '@polylogue/contract'
import { ask } from '@polylogue/client'
import { startModels } from '../installation.ts'
import type { Attack } from './attack.ts'
import { openSite, type Person } from './site.ts'

const MODELS = { wrong: 'mock?prompt=9007199254740991', right: 'mock?tokens=20' }

export const wrongNumber: Attack = {
  what: 'a model server counts 9007199254740991 tokens, twenty times',
  async open() {
    const models = await startModels({ models: Object.values(MODELS).join(',') })
    process.once('exit', () => models.stop())
    return openSite({ OPENAI_BASE_URL: models.url })
  },
  async run({ admin, attacker, victim }, told) {
    const { data } = await admin.client.call(contract.models.list)
    const tagId = (name: string) =>
      data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName.startsWith(name))?.id ?? 0
    const wrong = Array.from({ length: 20 }, () => answer(attacker, tagId(MODELS.wrong)).catch(() => -1))
    const times: number[] = []
    for (let round = 0; round < 20; round++) times.push(await answer(victim, tagId(MODELS.right)))
    await Promise.all(wrong)
    const slowest = Math.max(...times)
    told(`twenty answers of another person, the slowest after ${slowest} ms`)
    const { data: usage } = await attacker.client.call(contract.usage.ofUser, { params: { id: attacker.id } })
    told(`usage can still be read: ${JSON.stringify(usage).length} bytes`)
    return slowest > 3_000 ? [`another person's answer took ${slowest} ms`] : []
  },
}

/** Milliseconds until a whole answer is there. */
async function answer({ client, tabId }: Person, tagId: number): Promise<number> {
  const began = performance.now()
  for await (const { event } of ask(client, tagId, { projectTabId: tabId, prompt: 'Count.' })) void event
  return Math.round(performance.now() - began)
}
