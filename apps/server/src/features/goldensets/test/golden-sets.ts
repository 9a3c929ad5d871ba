// Calls of golden sets, for the tests of several files.
import { contract, type CallInput, type Check, type GoldenRun } from '@polylogue/contract'
import { expect } from 'vitest'
import { scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { goldensets } = contract

type Fields = CallInput<typeof goldensets.update>['body']

export const friendly = scripted({ text: 'Guten Tag, Anna! {"price": 12}' }, 'script')
export const short = scripted({ tokens: 3 })
export const endless = scripted({ endless: 1, rate: 50 })

// Doubles the time of the first use with each repetition.
export const ENDLESS = `${'(?:|)'.repeat(40)}x`
export const PROMPTS = ['One?', 'Two?', 'Three?']
export const asked = (texts: readonly string[], checks: Check[] = []) =>
  texts.map((prompt) => ({ promptId: 0, title: prompt, prompt, checks }))
export const at = ({ goldensetId, id }: Pick<GoldenRun, 'goldensetId' | 'id'>) => ({
  id: goldensetId,
  runId: id,
})

export function goldenSets(talk: () => Talk) {
  const make = async (fields: Fields = {}, who: TestUser = talk().anna) => {
    const body = { name: 'Regression', prompts: asked(PROMPTS), ...fields }
    return (await who.client.call(goldensets.create, { body })).data.GoldenSet
  }
  const get = async (id: number, who = talk().anna) =>
    (await who.client.call(goldensets.get, { params: { id } })).data.GoldenSet
  const begin = async (id: number, names: readonly string[], who = talk().anna) => {
    const modelTagIds = names.map((name) => talk().tag(name).id)
    return (await who.client.call(goldensets.begin, { params: { id }, body: { modelTagIds } })).data.GoldenRun
  }
  const runOf = async (run: GoldenRun, who = talk().anna) =>
    (await who.client.call(goldensets.run, { params: at(run) })).data.GoldenRun
  const ended = async (run: GoldenRun) => {
    await expect.poll(async () => (await runOf(run)).state, { timeout: 15_000 }).not.toBe('running')
    return runOf(run)
  }
  const resultsOf = async (
    run: GoldenRun,
    query: { limit?: number; offset?: number } = {},
    who = talk().anna,
  ) => who.client.call(goldensets.results, { params: at(run), query })
  const states = async (run: GoldenRun) =>
    (await resultsOf(run)).data.GoldenResults.map(({ answers }) => answers.map(({ state }) => state))
  return { make, get, begin, runOf, ended, resultsOf, states }
}
