import { contract, type Check } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import { asked, at, ENDLESS, goldenSets, short } from '../test/golden-sets.ts'

const { goldensets } = contract
const INVALID = { status: 400, code: 'VALIDATION_FAILED' }
const VERDICTS = [
  ['{"passed": true, "reason": "It greets."}', { passed: true, code: null, reason: 'It greets.' }],
  ['Well:\n```json\n{"passed": false, "reason": "Rude."}\n```', { passed: false, reason: 'Rude.' }],
  ['I cannot say {nonsense}.', { passed: null, code: 'NO_VERDICT' }],
] as const
const judges = VERDICTS.map(([text]) => scripted({ text }, 'script'))
const wordy = scripted({ text: `${'word'.repeat(12)}!` }, 'script')
const NUMBERS: Check = {
  kind: 'json',
  schema: '{"type": "object", "additionalProperties": {"type": "number"}}',
}
const UNSTORABLE: readonly [string, string, Check | 'judge', RegExp][] = [
  ['half an emoji', '👋 Hello, here is the data', { kind: 'json', schema: '' }, /^Unexpected token .*JSON/],
  ['a NUL in a name', '{"a\\u0000b": "one"}', NUMBERS, /^a\uFFFDb .*number/],
  ['a NUL from a judge', '{"passed": false, "reason": "Rude\\u0000."}', 'judge', /^Rude\uFFFD\.$/],
]
const unstorable = UNSTORABLE.map(([, text]) => scripted({ text }, 'script'))
const poison = scripted({ text: 'POISON' }, 'script')
const venom = scripted({ text: '{"passed": true, "reason": "VENOM"}' }, 'script')

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([short, ...judges, wordy, ...unstorable, poison, venom])
  await talk.app.db.pool.query(`ALTER TABLE golden_answers
    ADD CONSTRAINT words CHECK (response_text NOT LIKE '%POISON%'),
    ADD CONSTRAINT reasons CHECK (outcomes::text NOT LIKE '%VENOM%')`)
})
afterAll(() => talk[Symbol.asyncDispose]())

const { make, begin, runOf, ended, resultsOf, states } = goldenSets(() => talk)

test.each(VERDICTS)('the reply %j of a judge is turned into an outcome', async (text, outcome) => {
  const modelTagId = talk.tag(scripted({ text }, 'script')).id
  const set = await make({ prompts: asked(['One?'], [{ kind: 'judge', modelTagId, rule: 'Is polite.' }]) })
  const run = await begin(set.id, [short])
  expect((await ended(run)).state).toBe('done')
  expect((await resultsOf(run)).data.GoldenResults[0]?.answers[0]?.outcomes).toMatchObject([outcome])
})

test.each(UNSTORABLE)('a reason with %s is stored and returned', async (_, text, check, reason) => {
  const modelTagId = talk.tag(scripted({ text }, 'script')).id
  const rule: Check = check === 'judge' ? { kind: 'judge', modelTagId, rule: 'Is polite.' } : check
  const set = await make({ prompts: asked(['One?'], [rule]) })
  const run = await begin(set.id, [check === 'judge' ? short : scripted({ text }, 'script')])
  expect((await ended(run)).state).toBe('done')
  const [outcome] = (await resultsOf(run)).data.GoldenResults[0]?.answers[0]?.outcomes ?? []
  expect(outcome).toMatchObject({ passed: false, reason: expect.stringMatching(reason) })
  expect(outcome?.reason.isWellFormed()).toBe(true)
})

test('an answer or verdict that cannot be stored does not fail the others', async () => {
  const judge: Check = { kind: 'judge', modelTagId: talk.tag(venom).id, rule: 'Is polite.' }
  const [judged, plain] = [asked(['One?'], [judge]), asked(['Two?'], [{ kind: 'contains', text: '1' }])]
  const run = await begin((await make({ prompts: [...judged, ...plain] })).id, [short, poison])
  const done = await ended(run)
  expect(done).toMatchObject({ state: 'done', done: 4, errorCode: null, can: { retry: true } })
  expect(done.scorecards).toMatchObject([
    { failed: 1, passed: 1, checks: { passed: 1, unclear: 0 } },
    { failed: 2, passed: 0 },
  ])
  const { data } = await resultsOf(run)
  const answers = data.GoldenResults.flatMap((result) => result.answers)
  expect(answers.map(({ errorCode }) => errorCode)).toEqual(['UNEXPECTED', 'UNEXPECTED', null, 'UNEXPECTED'])
  expect(answers[0]?.responseText).not.toBe('')
  await talk.anna.client.call(goldensets.remove, { params: { id: run.goldensetId } })
})

test('patterns and schemas never run in the process that answers requests', async () => {
  const schema = JSON.stringify({ enum: Array.from({ length: 9_000 }, () => 1) })
  const schemas = Array.from({ length: 10 }, (_, index): Check => ({
    kind: 'json',
    schema: `${schema}${' '.repeat(index)}`,
  }))
  const begun = performance.eventLoopUtilization()
  const wrong = make({ prompts: asked(['A'], [...schemas, { kind: 'matches', pattern: ENDLESS }]) })
  await expect(wrong).rejects.toMatchObject({
    ...INVALID,
    issues: [{ path: 'body.prompts.0.checks.10.pattern' }],
  })
  // The pattern alone takes hours; the process that compiles it is killed after two seconds.
  expect(performance.eventLoopUtilization(begun).active).toBeLessThan(1_500)
})

test('another person’s run is checked while somebody’s slow checks wait, and cancelled ones leave the queue', async () => {
  const slowCheck: Check = { kind: 'matches', pattern: '^(\\w+\\s?)*$' }
  const bert = await talk.app.deps.user()
  const prompts = asked(['1?', '2?', '3?', '4?', '5?', '6?'], [slowCheck])
  const heavy = await begin((await make({ prompts })).id, [wordy])
  await expect.poll(() => states(heavy), { timeout: 15_000 }).toContainEqual(['done'])
  const set = await make({ prompts: asked(['One?'], [{ kind: 'contains', text: 'word' }]) }, bert)
  const light = await begin(set.id, [wordy], bert)
  await expect.poll(async () => (await runOf(light, bert)).state, { timeout: 15_000 }).toBe('done')
  expect((await runOf(heavy)).state).toBe('running')
  await talk.anna.client.call(goldensets.cancel, { params: at(heavy) })
  const next = await begin(
    (await make({ prompts: asked(['One?'], [{ kind: 'contains', text: 'word' }]) })).id,
    [wordy],
  )
  expect((await ended(next)).scorecards).toMatchObject([{ passed: 1 }])
})

test('a regular expression that takes too long is unclear and does not block other checks', async () => {
  const checks: Check[] = [
    { kind: 'matches', pattern: '^(\\w+\\s?)*$' },
    { kind: 'contains', text: 'word' },
  ]
  const run = await begin((await make({ prompts: asked(['One?'], checks) })).id, [wordy])
  expect((await ended(run)).state).toBe('done')
  expect((await resultsOf(run)).data.GoldenResults[0]?.answers[0]?.outcomes).toMatchObject([
    { passed: null, code: 'CHECK_TOO_SLOW' },
    { passed: true },
  ])
})
