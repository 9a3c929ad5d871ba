// Ends that a process kept in a file: whoever finds it dead stores them, and nobody takes the file of a living one.
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { EMPTY_ANSWER } from '@polylogue/contract'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '#test/db.ts'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp } from '#test/test-app.ts'
import { endMessages, type EndedAnswer } from './store.ts'
import { storeUnstored, unstoredFile } from './unstored.ts'

const ended = (messageId: number, text: string): EndedAnswer => ({
  messageId,
  usage: null,
  answer: { ...EMPTY_ANSWER, text },
  state: 2,
  layout: '[0]',
  lastSeq: 3,
  tokensPrompt: null,
  tokensResponse: null,
  tokensPerSecond: null,
  responseMs: null,
  overallMs: null,
  statistics: {},
})

/** Stores an answer of a process that is unfinished, or that was ended as interrupted meanwhile. */
async function answerOf(app: TestApp, serverId: string, state: 1 | 3, errorCode: string | null = null) {
  const anna = await app.deps.user()
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, response: 'so far', state })
  await app.db.pool.query('UPDATE messages SET server_id = $2, error_code = $3 WHERE id = $1', [
    id,
    serverId,
    errorCode,
  ])
  return id
}

test('ends of a dead process are stored, those of a living one stay in its file', async () => {
  await using app = await testApp()
  const folder = await temporaryDir()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [living, dead, gone] = [randomUUID(), randomUUID(), randomUUID()]
  await app.db.pool.query('INSERT INTO servers (id, lock_key) VALUES ($1, 1), ($2, 2)', [living, dead])
  const ids = [
    await answerOf(app, living, 1),
    await answerOf(app, dead, 1),
    await answerOf(app, gone, 3, 'INTERRUPTED'),
    await answerOf(app, gone, 3, 'ENGINE_FAILED'),
  ] as const
  const keep = async (owner: string, ...messageIds: number[]) => {
    await unstoredFile(folder, owner).keep(messageIds.map((id) => ended(id, 'the whole')))
  }
  await keep(living, ids[0])
  await keep(dead, ids[1])
  // The answer of another process is in its file, too: a file never changes it.
  await keep(gone, ids[2], ids[3], ids[0])
  const told: number[] = []
  const stored = await storeUnstored({
    db: app.db,
    folder,
    dead: [dead],
    end: endMessages,
    stored: async (some) => void told.push(...some),
  })
  expect(stored).toBe(2)
  expect(told.toSorted((a, b) => a - b)).toEqual([ids[1], ids[2]])
  const { rows } = await app.db.pool.query(
    'SELECT state, response_text AS text FROM messages WHERE id = ANY ($1) ORDER BY id',
    [ids],
  )
  expect(rows).toEqual([
    { state: 1, text: 'so far' },
    { state: 2, text: 'the whole' },
    { state: 2, text: 'the whole' },
    { state: 3, text: 'so far' },
  ])
  expect(await readdir(folder)).toEqual([`${living}.spare`])
})

test('ends that version 1.0.0 kept are counted with the channel of their question', async () => {
  await using app = await testApp()
  const folder = await temporaryDir()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const gone = randomUUID()
  const id = await answerOf(app, gone, 1)
  const { rows: askers } = await app.db.pool.query<{ userId: number }>(
    'SELECT user_id AS "userId" FROM messages WHERE id = $1',
    [id],
  )
  const usage = { userId: askers[0]?.userId, tokenId: null, door: 'api' }
  const kept: unknown = { ...ended(id, 'the whole'), usage }
  await unstoredFile(folder, gone).keep([kept as EndedAnswer])
  await storeUnstored({ db: app.db, folder, dead: [gone], end: endMessages, stored: async () => {} })
  const { rows } = await app.db.pool.query('SELECT door FROM usage WHERE user_id = $1', [usage.userId])
  expect(rows).toEqual([{ door: 'api' }])
})
