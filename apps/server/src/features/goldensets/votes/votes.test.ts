import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { livePage } from '#test/live-page.ts'
import { openTalk, type Talk } from '#test/talk.ts'
import { asked, at, friendly, goldenSets, short } from '../test/golden-sets.ts'

const { goldensets } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([friendly, short])
})
afterAll(() => talk[Symbol.asyncDispose]())

const { make, begin, runOf, ended } = goldenSets(() => talk)

describe('blind votes', () => {
  test('draw each pair until it is voted on, reveal the models after the vote, and are counted', async () => {
    const set = await make({ prompts: asked(['One?', 'Two?']) })
    const reader = await talk.app.deps.user()
    await talk.app.deps.share(set, reader)
    const run = await begin(set.id, [friendly, short])
    await ended(run)
    const draw = async () => (await reader.client.call(goldensets.pair, { params: at(run) })).data.BlindPair
    for (const left of [2, 1]) {
      const pair = await draw()
      expect(pair).toMatchObject({ left })
      expect(JSON.stringify(pair)).not.toMatch(/script|mock/)
      const params = { ...at(run), voteId: pair?.voteId ?? 0 }
      const choice = pair?.first.startsWith('Guten') ? 'first' : 'second'
      const { data } = await reader.client.call(goldensets.vote, { params, body: { choice } })
      expect(data[choice === 'first' ? 'firstModelTagId' : 'secondModelTagId']).toBe(talk.tag(friendly).id)
      // The models are known now: the vote is final.
      await reader.client.call(goldensets.vote, { params, body: { choice: 'tie' } })
      await expect(
        talk.anna.client.call(goldensets.vote, { params, body: { choice: 'tie' } }),
      ).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await draw()).toBeNull()
    const { scorecards } = await runOf(run)
    expect(scorecards.map(({ votes }) => votes)).toEqual([
      { won: 2, lost: 0, tied: 0 },
      { won: 0, lost: 2, tied: 0 },
    ])
  })
})

test('open pages hear of each blind vote that counts', async () => {
  const set = await make({ prompts: asked(['One?']) })
  const other = await make()
  const reader = await talk.app.deps.user()
  await talk.app.deps.share(set, reader)
  const run = await begin(set.id, [friendly, short])
  await ended(run)
  const page = await livePage(talk.app, talk.anna)
  const pair = (await reader.client.call(goldensets.pair, { params: at(run) })).data.BlindPair
  const vote = async () => {
    const params = { ...at(run), voteId: pair?.voteId ?? 0 }
    await reader.client.call(goldensets.vote, { params, body: { choice: 'first' } })
  }
  const heard = (id: number) => page.messages.filter(({ contextData }) => contextData?.['goldensetId'] === id)
  /** Events arrive in order: with this one, all earlier ones are here. */
  const changeOther = async (times: number) => {
    const body = { name: `Changed ${times}` }
    await talk.anna.client.call(goldensets.update, { params: { id: other.id }, body })
    await expect.poll(() => heard(other.id)).toHaveLength(times)
  }
  await changeOther(1)
  const before = heard(set.id).length
  await vote()
  await expect.poll(() => heard(set.id)).toHaveLength(before + 1)
  await vote()
  await changeOther(2)
  expect(heard(set.id)).toHaveLength(before + 1)
})
