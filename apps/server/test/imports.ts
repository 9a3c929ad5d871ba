// Large texts, and imports of them.
import { contract, type Project } from '@polylogue/contract'
import type { TestUser } from './test-app.ts'

/** Returns a text of words that are all different, the worst case for the index. */
export function words(length: number, seed: number): string {
  let text = ''
  for (let n = seed * 1_000_000; text.length < length; n++) text += `${n.toString(36)} `
  return text
}

export const turnsOf = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => ({ queryText: `Q${n}`, responseText: words(length, n) }))

/** Imports these turns as the first of two tabs. */
export async function bring(who: TestUser, turns: ReturnType<typeof turnsOf>): Promise<Project> {
  const body = {
    name: 'Old',
    chats: [
      { name: 'One', turns },
      { name: 'Two', turns: [] },
    ],
  }
  return (await who.client.call(contract.projects.import, { body })).data.project
}
