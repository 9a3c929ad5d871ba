import { COMPANY_CONTEXT, contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTalk, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'
import { asked, at, endless, friendly, goldenSets, short } from './test/golden-sets.ts'

const { goldensets } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([friendly, short, endless])
})
afterAll(() => talk[Symbol.asyncDispose]())

const { make, get, begin, runOf, ended, resultsOf } = goldenSets(() => talk)

test('readers see runs but cannot start one; writers cannot cancel another user’s run', async () => {
  const set = await make()
  const [reader, writer, stranger] = [
    await talk.app.deps.user(),
    await talk.app.deps.user(),
    await talk.app.deps.user(),
  ]
  await talk.app.deps.share(set, reader)
  await talk.app.deps.share(set, writer, { write: true })
  const run = await begin(set.id, [endless])
  await expect(begin(set.id, [short], reader)).rejects.toMatchObject(DENIED)
  await expect(begin(set.id, [short], stranger)).rejects.toMatchObject(NOT_FOUND)
  expect(await runOf(run, reader)).toMatchObject({ state: 'running', can: { cancel: false, retry: false } })
  await expect(runOf(run, stranger)).rejects.toMatchObject(NOT_FOUND)
  await expect(resultsOf(run, {}, stranger)).rejects.toMatchObject(NOT_FOUND)
  for (const who of [reader, writer])
    await expect(who.client.call(goldensets.cancel, { params: at(run) })).rejects.toMatchObject(DENIED)
  const elsewhere = await make()
  await expect(
    talk.anna.client.call(goldensets.run, { params: { id: elsewhere.id, runId: run.id } }),
  ).rejects.toMatchObject(NOT_FOUND)
  await talk.anna.client.call(goldensets.cancel, { params: at(run) })
})

test('only users who may deploy a tag can run it while it is not deployed', async () => {
  const root = await talk.app.deps.user({ roleId: 1 })
  const set = await make({}, root)
  await talk.app.deps.share(set, talk.anna, { write: true })
  const { id } = talk.tag(short)
  const deploy = (deployed: boolean) =>
    talk.app.db.pool.query('UPDATE model_tags SET deployed = $2 WHERE id = $1', [id, deployed])
  await deploy(false)
  try {
    await expect(begin(set.id, [short])).rejects.toMatchObject({ code: 'MODEL_NOT_DEPLOYED' })
    expect(await ended(await begin(set.id, [short], root))).toMatchObject({ scorecards: [{ passed: 3 }] })
  } finally {
    await deploy(true)
  }
})

describe('runs of a shared golden set', () => {
  const people = async () => {
    const [reader, writer, admin] = [
      await talk.app.deps.user(),
      await talk.app.deps.user(),
      await talk.app.deps.user(),
    ]
    const shareWith = async (set: { context: { id: number } }) => {
      await talk.app.deps.share(set, reader)
      await talk.app.deps.share(set, writer, { write: true })
      await talk.app.deps.share(set, admin, { admin: true })
    }
    return { reader, writer, admin, shareWith }
  }
  const runsOf = async (id: number, who: TestUser) => {
    const { data, meta } = await who.client.call(goldensets.runs, { params: { id } })
    return { ids: data.GoldenRuns.map((run) => run.id), hidden: meta.hidden }
  }
  /** The newest run of a set as each of the calls tells it that name one. */
  const newestOf = async (id: number, who: TestUser) => {
    const { data: lists } = await who.client.call(goldensets.list, { query: {} })
    const query = { modelTagId: talk.tag(short).id }
    const { data: cards } = await who.client.call(goldensets.scorecards, { query })
    return [
      (await get(id, who)).newestRun?.id,
      lists.GoldenSets.find((set) => set.id === id)?.newestRun?.id,
      cards.GoldenScorecards.find(({ goldensetId }) => goldensetId === id)?.run?.id,
    ]
  }

  test('from before it was shared stay with the people who manage it, in every call', async () => {
    const { reader, writer, admin, shareWith } = await people()
    const set = await make({ prompts: asked(['Private draft?']) })
    const draft = await ended(await begin(set.id, [friendly, short]))
    const params = { id: set.id }
    await talk.anna.client.call(goldensets.update, { params, body: { prompts: asked(['Shared?']) } })
    const { data: drawn } = await talk.anna.client.call(goldensets.pair, { params: at(draft) })
    await shareWith(set)
    for (const who of [reader, writer]) {
      expect(await newestOf(set.id, who)).toEqual([undefined, undefined, undefined])
      expect(await runsOf(set.id, who)).toEqual({ ids: [], hidden: true })
      for (const call of [goldensets.run, goldensets.results, goldensets.pair] as const)
        await expect(who.client.call(call, { params: at(draft), query: {} })).rejects.toMatchObject(NOT_FOUND)
      const place = { ...at(draft), voteId: drawn.BlindPair?.voteId ?? 0 }
      const vote = who.client.call(goldensets.vote, { params: place, body: { choice: 'tie' } })
      await expect(vote).rejects.toMatchObject(NOT_FOUND)
    }
    for (const call of [goldensets.cancel, goldensets.retry] as const)
      await expect(writer.client.call(call, { params: at(draft) })).rejects.toMatchObject(NOT_FOUND)
    const shared = await ended(await begin(set.id, [friendly, short]))
    for (const who of [reader, writer]) {
      expect(await newestOf(set.id, who)).toEqual([shared.id, shared.id, shared.id])
      expect(await runsOf(set.id, who)).toEqual({ ids: [shared.id], hidden: true })
      expect((await resultsOf(shared, {}, who)).data.GoldenResults).toMatchObject([{ prompt: 'Shared?' }])
      const { data } = await who.client.call(goldensets.pair, { params: at(shared) })
      expect(data.BlindPair).toMatchObject({ prompt: 'Shared?' })
    }
    for (const who of [talk.anna, admin])
      expect(await runsOf(set.id, who)).toEqual({ ids: [shared.id, draft.id], hidden: false })
    expect((await resultsOf(draft, {}, admin)).data.GoldenResults).toMatchObject([
      { prompt: 'Private draft?' },
    ])
  })

  test('which began while a share existed stay readable after it ended and began again, without those from between', async () => {
    const { reader, writer, shareWith } = await people()
    const set = await make({ prompts: asked(['One?']) })
    await shareWith(set)
    const shared = await ended(await begin(set.id, [short]))
    const own = await ended(await begin(set.id, [short], writer))
    const unshare = () =>
      talk.app.db.pool.query('DELETE FROM associations WHERE context_id = $1', [set.context.id])
    await unshare()
    const between = await ended(await begin(set.id, [short]))
    await expect(runsOf(set.id, reader)).rejects.toMatchObject(NOT_FOUND)
    await shareWith(set)
    expect(await runsOf(set.id, reader)).toEqual({ ids: [own.id, shared.id], hidden: true })
    await expect(runOf(between, reader)).rejects.toMatchObject(NOT_FOUND)
    // Through another share, a person still sees the runs that they started.
    await unshare()
    await talk.app.deps.share(set, { contextId: COMPANY_CONTEXT }, { write: true })
    expect(await runsOf(set.id, writer)).toEqual({ ids: [own.id], hidden: true })
    expect(await runsOf(set.id, reader)).toEqual({ ids: [], hidden: true })
  })
})
