import { contract, GOLDEN_LIMITS, type CallInput, type Check } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTalk, type Talk } from '#test/talk.ts'
import { asked, ENDLESS, friendly, goldenSets, PROMPTS, short } from './test/golden-sets.ts'

const { goldensets, prompts } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const INVALID = { status: 400, code: 'VALIDATION_FAILED' }
const LARGE = Array.from({ length: 11 }, (_, index): Check => {
  const schema = JSON.stringify({ enum: [index] })
  return { kind: 'json', schema: schema.padEnd(GOLDEN_LIMITS.schema) }
})

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([friendly, short])
})
afterAll(() => talk[Symbol.asyncDispose]())

const { make, get, begin, ended, resultsOf } = goldenSets(() => talk)

type Fields = CallInput<typeof goldensets.update>['body']

describe('a golden set', () => {
  test('is created, listed, changed and deleted', async () => {
    const made = await make({ description: 'For every release' })
    expect(made).toMatchObject({ name: 'Regression', promptCount: 3, newestRun: null, ownerId: talk.anna.id })
    expect(made.prompts.map(({ prompt }) => prompt)).toEqual(PROMPTS)
    const { data, meta } = await talk.anna.client.call(goldensets.list, { query: { q: 'every rel' } })
    expect(data.GoldenSets.map(({ id }) => id)).toEqual([made.id])
    expect(meta.total).toBe(1)
    const body = { name: 'Later', prompts: asked(['Only?']), ifModified: made.modified }
    const params = { id: made.id }
    const { data: changed } = await talk.anna.client.call(goldensets.update, { params, body })
    expect(changed.GoldenSet).toMatchObject({
      name: 'Later',
      promptCount: 1,
      description: 'For every release',
    })
    await expect(talk.anna.client.call(goldensets.update, { params, body })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await talk.anna.client.call(goldensets.remove, { params })
    await expect(get(made.id)).rejects.toMatchObject(NOT_FOUND)
  })

  test('has a new modification time when only its prompts change', async () => {
    const made = await make()
    const body = { prompts: asked(['Other?']) }
    const { data } = await talk.anna.client.call(goldensets.update, { params: { id: made.id }, body })
    expect(Date.parse(data.GoldenSet.modified)).toBeGreaterThan(Date.parse(made.modified))
  })

  test.each<[string, Fields]>([
    ['an invalid regular expression', { prompts: asked(['A'], [{ kind: 'matches', pattern: '(' }]) }],
    ['an invalid JSON Schema', { prompts: asked(['A'], [{ kind: 'json', schema: '{"type": 7}' }]) }],
    ['a JSON Schema that is not JSON', { prompts: asked(['A'], [{ kind: 'json', schema: '{' }]) }],
    ['a pattern that takes too long', { prompts: asked(['A'], [{ kind: 'matches', pattern: ENDLESS }]) }],
    [
      'more expressions than can be compiled',
      { prompts: LARGE.map((check) => asked(['A'], [check])).flat() },
    ],
    ['an empty prompt', { prompts: asked([' ']) }],
    ['too many prompts', { prompts: asked(Array.from({ length: GOLDEN_LIMITS.prompts + 1 }, () => 'A')) }],
  ])('%s is refused with 400', async (_, fields) => {
    await expect(make(fields)).rejects.toMatchObject(INVALID)
  })

  test('refers only to readable saved prompts, and keeps the reference to one deleted later', async () => {
    const bert = await talk.app.deps.user()
    const body = { title: 'Saved', prompt: 'Hello {{name}}', outputFormId: 1 }
    const { data } = await bert.client.call(prompts.create, { body })
    const promptId = data.Prompt.id
    const fields = { prompts: [{ promptId, title: 'Saved', prompt: 'Hello Anna', checks: [] }] }
    await expect(make(fields)).rejects.toMatchObject(NOT_FOUND)
    const made = await make(fields, bert)
    await bert.client.call(prompts.remove, { params: { id: promptId } })
    const more = { prompts: [...made.prompts, ...asked(['More'])] }
    await expect(
      talk.anna.client.call(goldensets.update, { params: { id: (await make()).id }, body: more }),
    ).rejects.toMatchObject(NOT_FOUND)
    const other = (await bert.client.call(prompts.create, { body })).data.Prompt
    const empty = await make({ prompts: [] }, bert)
    const added = { prompts: [{ promptId: other.id, title: 'Saved', prompt: 'Hello Anna', checks: [] }] }
    const { data: changed } = await bert.client.call(goldensets.update, {
      params: { id: empty.id },
      body: added,
    })
    expect(changed.GoldenSet.prompts).toEqual(added.prompts)
    const { data: kept } = await bert.client.call(goldensets.update, { params: { id: made.id }, body: more })
    expect(kept.GoldenSet.prompts.map((one) => one.promptId)).toEqual([promptId, 0])
  })
})

test('a page of long answers has fewer prompts, but at least one', async () => {
  const run = await begin((await make()).id, [friendly, short])
  await ended(run)
  const long = (position: number, length: number) =>
    talk.app.db.pool.query(
      `UPDATE golden_answers SET response_text = repeat('x', $3) WHERE run_id = $1 AND position = $2`,
      [run.id, position, length],
    )
  const pageFrom = async (offset: number) => {
    const { data, meta } = await resultsOf(run, { limit: 50, offset })
    expect(meta.total).toBe(3)
    return data.GoldenResults.map(({ position, answers }) => [position, answers.length])
  }
  await long(0, 3_000_000)
  await long(1, 3_000_000)
  await long(2, 5_000_000)
  expect(await pageFrom(0)).toEqual([[0, 2]])
  expect(await pageFrom(1)).toEqual([[1, 2]])
  expect(await pageFrom(2)).toEqual([[2, 2]])
  await long(1, 500_000)
  expect(await pageFrom(0)).toEqual([
    [0, 2],
    [1, 2],
  ])
})

test('returns the newest scorecard of a tag for each readable set', async () => {
  const [set, without] = [await make({ name: 'Newest' }), await make({ name: 'Without' })]
  await ended(await begin(set.id, [short]))
  const newest = await ended(await begin(set.id, [short]))
  const query = { modelTagId: talk.tag(short).id }
  const { data } = await talk.anna.client.call(goldensets.scorecards, { query })
  const of = (id: number) => data.GoldenScorecards.find(({ goldensetId }) => goldensetId === id)
  expect(of(set.id)).toMatchObject({
    run: { id: newest.id, scorecard: { total: 3, passed: 3 } },
    can: { run: true },
  })
  expect(of(without.id)).toMatchObject({ run: null })
  const stranger = await talk.app.deps.user()
  expect((await stranger.client.call(goldensets.scorecards, { query })).data.GoldenScorecards).toEqual([])
})
