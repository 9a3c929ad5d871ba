// Calls of test questions, for the tests of several files.
import { expect, vi } from 'vitest'
import { contract, type Datasource, type TestRun } from '@polylogue/contract'
import { openLog } from '#platform/log.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import { openRunning } from '../runs.ts'

const { datasources, testQuestions } = contract

export const file = (name: string, text: string) => ({
  name,
  mime_type: 'text/plain',
  content: Buffer.from(text).toString('base64'),
})
const FILES = [
  file('travel.txt', 'The allowance for travel is 30 euros a day.'),
  file('laptops.txt', 'A laptop is replaced after four years of travel or use.'),
]

export function questionsOf(anna: () => TestUser) {
  async function ready(files = FILES): Promise<Datasource> {
    const { data } = await anna().client.call(datasources.create, { body: { name: 'Rules', media: files } })
    return settled(data.datasource.id)
  }
  const settled = (id: number) =>
    vi.waitFor(
      async () => {
        const { data } = await anna().client.call(datasources.get, { params: { id } })
        expect(data.datasource).toMatchObject({ status: 2, mediaWaiting: 0 })
        return data.datasource
      },
      { timeout: 20_000, interval: 150 },
    )

  const add = async (id: number, q: string, expected?: { mediaId: number; quote?: string }, who = anna()) =>
    (
      await who.client.call(testQuestions.create, {
        params: { id },
        body: { q, ...(expected && { expected }) },
      })
    ).data.TestQuestion
  const list = async (id: number, who = anna()) =>
    (await who.client.call(testQuestions.list, { params: { id } })).data.TestQuestions
  const runs = async (id: number, who = anna()) =>
    (await who.client.call(testQuestions.runs, { params: { id } })).data.TestRuns
  const run = async (id: number, who = anna()) =>
    (await who.client.call(testQuestions.run, { params: { id } })).data.TestRun

  /** Waits until the newest run has ended and this many were stored, and returns it. */
  const ended = (id: number, count: number): Promise<TestRun> =>
    vi.waitFor(
      async () => {
        const all = await runs(id)
        expect([all.length, all[0]?.state, all[0]?.total]).toEqual([count, 'done', (await list(id)).length])
        return all[0] as TestRun
      },
      { timeout: 20_000, interval: 150 },
    )
  return { ready, settled, add, list, runs, run, ended }
}

type FindForTest = Parameters<typeof openRunning>[0]['searching']['findForTest']

/** Opens what runs questions in another process, whose id this is: it finds no passage, and waits for `onSearch` at each. */
export const otherRunning = (
  { db }: TestApp,
  serverId: string,
  onSearch: (...searched: Parameters<FindForTest>) => unknown = () => undefined,
  quietMs?: number,
) =>
  openRunning({
    db,
    bus: { on: () => () => undefined },
    confidentiality: { ofMessage: () => 'false' },
    log: openLog('silent'),
    ...(quietMs !== undefined && { quietMs }),
    serverId: () => serverId,
    searching: {
      findForTest: async (...searched) => {
        await onSearch(...searched)
        return {
          hits: [],
          ranked: undefined as never,
          missing: undefined as never,
          languages: [],
          about: undefined,
          searched: { documents: 0, chunks: 0 },
          together: false,
          isForeign: false,
          translation: null,
          vectors: 'off',
        }
      },
    },
  })
