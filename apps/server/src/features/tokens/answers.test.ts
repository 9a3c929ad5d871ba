// Answers requested with API tokens: they continue, and end, with the user's permission to use the API.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream, openTalk, readStream, scripted, textOf, type Talk } from '#test/talk.ts'

const endless = scripted({ endless: 1, rate: 50 })

let talk: Talk
beforeAll(async () => void (talk = await openTalk([endless])))
afterAll(() => talk[Symbol.asyncDispose]())

test('an answer of an API-only user continues when the account changes, and ends when disabled', async () => {
  const { app, anna } = talk
  const superuser = await app.deps.user({ roleId: 1 })
  const update = (body: object) =>
    superuser.client.call(contract.users.update, { params: { id: anna.id }, body })
  const { data } = await anna.client.call(contract.apitokens.saveOfUser, {
    params: { userId: anna.id },
    body: { name: 'A program' },
  })
  const program = { ...anna, token: data.value ?? '', client: app.deps.program(data.value ?? '') }
  await update({ account: { canUseUi: false, canUseApi: true } })
  const payload = { projectTabId: talk.tabId, prompt: 'Count.' }
  let renamed = -1
  const answer = await openStream(talk, program, { tagId: talk.tag(endless).id, payload })
  const events = await readStream(answer, (soFar) => {
    const length = textOf(soFar).length
    if (renamed < 0 && length > 0) {
      renamed = length
      void update({ firstName: 'Anja' })
    }
    return renamed >= 0 && length > renamed + 200
  })
  expect(textOf(events).length).toBeGreaterThan(renamed + 200)
  await update({ account: { canUseUi: false, canUseApi: false } })
  await expect
    .poll(async () => {
      const { rows } = await app.db.pool.query<{ state: number }>('SELECT state FROM messages')
      return rows.map(({ state }) => state)
    })
    .toEqual([4])
})
