// Calls of replays, for the tests of several files.
import { expect } from 'vitest'
import { contract, type Replay } from '@polylogue/contract'
import { askAll, queryIdOf, scripted, type Talk } from '#test/talk.ts'

export const short = scripted({ tokens: 3 })
export const slow = scripted({ tokens: 20, rate: 40 })
export const PROMPTS = ['One?', 'Two?', 'Three?']

export function replaysIn(talk: () => Talk) {
  /** A tab with some answered questions. */
  async function asked(prompts: readonly string[] = PROMPTS): Promise<{ tabId: number; ids: number[] }> {
    const tabId = await talk().newTab()
    const ids: number[] = []
    for (const prompt of prompts)
      ids.push(queryIdOf(await askAll(talk(), short, { projectTabId: tabId, prompt })))
    return { tabId, ids }
  }
  const stateOf = async (tabId: number, who = talk().anna): Promise<Replay | null> =>
    (await who.client.call(contract.replays.get, { params: { id: tabId } })).data.replay
  const messagesOf = async (tabId: number) =>
    (await talk().anna.client.call(contract.queries.list, { params: { id: tabId } })).data.Queries
  const ended = (tabId: number) => expect.poll(async () => (await stateOf(tabId))?.state).not.toBe('running')
  return { asked, stateOf, messagesOf, ended }
}
