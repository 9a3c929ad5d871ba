// Only what fits of a conversation is read for a prompt, and no images for a model without image input.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { history } from './history.ts'
import { IMAGE_TOKENS } from '@polylogue/retrieval/tokens'
import { historyReader } from './history-store.ts'
import type { Question } from './turn.ts'

const LONG = 'x'.repeat(1_000_000)
const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex')

let app: TestApp
let anna: TestUser
let tabId: number
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
})
afterAll(() => app.close())
beforeEach(async () => {
  tabId = (await app.deps.tab(anna, await app.deps.project(anna))).id
})

async function turn(response: string, files: { text?: string; size?: number }[] = []): Promise<void> {
  const id = await storeMessage(app.db, { tabId, userId: anna.id, query: 'What is this?', response })
  for (const [position, { text, size = PICTURE.length }] of files.entries())
    await app.db.pool.query(
      `INSERT INTO attachments (message_id, position, name, mime_type, size, blob, text, created)
       VALUES ($1, $2, 'a', $3, $4, $5, $6, now())`,
      [id, position, text === undefined ? 'image/png' : 'text/plain', size, `${response} ${position}`, text],
    )
  await app.db.pool.query('UPDATE messages SET attachment_count = $2 WHERE id = $1', [id, files.length])
}

/** Gathers the history for a budget in tokens, and reports what was read for it. */
async function gather(budget: number, { images = true, reserve = (_bytes: number): boolean => true } = {}) {
  const pictures: string[] = []
  let letters = 0
  const source = history(
    historyReader({
      db: {
        async query<Row extends object>(asked: Parameters<typeof app.db.pool.query>[0]) {
          const found = await app.db.pool.query<Row>(asked)
          letters += JSON.stringify(found.rows).length
          return found
        },
      } as typeof app.db.pool,
      confidentiality: { ofMessage: () => 'false' },
      isOutage: () => false,
      blobs: {
        find(key) {
          pictures.push(key)
          return Promise.resolve(PICTURE)
        },
      },
    }),
  )
  const question = {
    tabId,
    replacesId: null,
    shown: null,
    model: { images, isLocal: true },
    reserve,
  } as unknown as Question
  const { messages = [], statistics } = await source.gather(question, budget)
  const answers = messages.filter(({ role }) => role === 'assistant').map(({ text }) => text)
  const sent = messages.reduce((sum, one) => sum + (one.images?.length ?? 0), 0)
  return { answers, sent, pictures, letters, dropped: statistics?.['historyDropped'] ?? 0 }
}

test('no images are read for a model without image input', async () => {
  await turn('one', [{}, {}])
  await turn('two', [{}])
  const blind = await gather(10_000, { images: false })
  expect(blind).toMatchObject({ answers: ['one', 'two'], sent: 0, pictures: [], dropped: 0 })
  expect((await gather(10_000)).pictures.toSorted()).toEqual(['one 0', 'one 1', 'two 0'])
})

test('images of turns that do not fit are not read', async () => {
  for (const name of ['one', 'two', 'three']) await turn(name, [{}, {}])
  const { answers, pictures, sent, dropped } = await gather(IMAGE_TOKENS * 4 + 500)
  expect({ answers, sent, dropped }).toEqual({ answers: ['two', 'three'], sent: 4, dropped: 2 })
  expect(pictures.some((key) => key.startsWith('one'))).toBe(false)
})

test('long answers and file texts that do not fit are not read', async () => {
  await turn('old')
  await turn('long file', [{ text: LONG }])
  await turn('new', [{ text: 'short' }])
  expect(await gather(1_000)).toMatchObject({ answers: ['new'], dropped: 4 })
  expect((await gather(1_000)).letters).toBeLessThan(1_000)
  await turn(LONG)
  const nothing = await gather(1_000)
  expect(nothing).toMatchObject({ answers: [], dropped: 8 })
  expect(nothing.letters).toBeLessThan(1_000)
  expect(await gather(-5)).toMatchObject({ answers: [], dropped: 8 })
  expect((await gather(1_000_000)).answers.length).toBe(4)
})

test('memory is reserved for images, and their total size is limited as for one question', async () => {
  await turn('one', [{ size: 9_000 }])
  await turn('two', [{ size: 3_000 }, { size: 6_000 }])
  const asked: number[] = []
  const reserve = (bytes: number) => asked.push(bytes) < 2
  expect(await gather(10_000, { reserve })).toMatchObject({ answers: ['two'], sent: 2, dropped: 2 })
  expect(asked).toEqual([12_000, 12_000])
  await turn('three', [{ size: 95_000_000 }])
  await turn('four', [{ size: 6_000_000 }])
  const { answers, pictures, dropped } = await gather(10_000)
  expect({ answers, pictures, dropped }).toEqual({ answers: ['four'], pictures: ['four 0'], dropped: 6 })
})

test('of a conversation without a tab, what fits is sent, and nothing confidential to an external model', async () => {
  const source = history({
    past: () => {
      throw new Error('a tab was read')
    },
  })
  const turn = (answer: string, isConfidential = false) => ({
    question: 'Why?',
    answer,
    used: { datasourceIds: [isConfidential ? 7 : 8], isConfidential },
    isConfidential,
  })
  const gathered = (isLocal: boolean, budget = 1_000) => {
    const model = { images: true, isLocal, providerName: 'Elsewhere' }
    const earlier = [turn('One'), turn('Two', true), turn('Three')]
    return source.gather({ earlier, model, reserve: () => true } as unknown as Question, budget)
  }
  const answers = ({ messages = [] }: Awaited<ReturnType<typeof gathered>>) =>
    messages.filter(({ role }) => role === 'assistant').map(({ text }) => text)
  const local = await gathered(true)
  expect([answers(local), local.used]).toEqual([
    ['One', 'Two', 'Three'],
    { datasourceIds: [8, 7], isConfidential: true },
  ])
  const external = await gathered(false)
  expect([answers(external), external.used?.datasourceIds]).toEqual([['One', 'Three'], [8]])
  expect(external.events).toMatchObject([
    { code: 'HISTORY_CONFIDENTIAL', params: { count: 2, name: 'Elsewhere' } },
  ])
  expect(answers(await gathered(true, (local.tokens ?? 0) / 2))).toEqual(['Three'])
})
