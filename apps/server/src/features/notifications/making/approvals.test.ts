import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { list, listsIn } from './test/lists.ts'

const { notifications } = contract

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(() => app.close())

const { told, kindsOf, sharePrompt } = listsIn(() => ({ app, anna }))

describe('approvals (NOTIFY-7)', () => {
  /** A group that asks for approval, in which Bert may write, and a prompt of Anna that she shares with it. */
  async function asked() {
    const [bert, clara] = [await app.deps.user({ firstName: 'Bert' }), await app.deps.user()]
    const team = await app.deps.group(3, [anna, bert, clara])
    const set = 'UPDATE associations SET can_write = true WHERE context_id = $1 AND assoc_context_id = $2'
    await app.db.pool.query(set, [team.contextId, bert.contextId])
    await app.db.pool.query('UPDATE contexts SET needs_approval = true WHERE id = $1', [team.contextId])
    const { data } = await anna.client.call(contract.prompts.create, {
      body: { title: 'Heating', prompt: 'Hello', outputFormId: 1 },
    })
    await sharePrompt(data.Prompt.id, team.contextId)
    await told()
    const waiting = await bert.client.call(contract.publications.list, { query: {} })
    return { bert, clara, team, promptId: data.Prompt.id, id: waiting.data.Publications[0]?.id ?? 0 }
  }
  const unread = async (who: TestUser) =>
    (await who.client.call(notifications.list, { params: { userId: who.id }, query: {} })).data.unread
  const latest = async (who: TestUser) => {
    await told()
    return (await list(who))[0]
  }
  const annas: unknown = expect.stringMatching(/^Anna /)
  const berts: unknown = expect.stringMatching(/^Bert /)

  test('a request is told to those who decide on it, until it is decided; the decision to its asker', async () => {
    const { bert, clara, id, promptId } = await asked()
    const [entry] = await list(bert)
    expect(entry).toMatchObject({
      kind: 'approvalAsked',
      facts: { actor: annas, noun: 'prompt', name: 'Heating' },
    })
    expect(JSON.parse(entry?.notificationAsJson ?? '')).toMatchObject({
      uri: `/notifications?dialog=publications&publication=${id}`,
    })
    expect(await kindsOf(clara)).toEqual([])
    const { data } = await bert.client.call(contract.publications.get, { params: { id } })
    const body = { ifMatch: data.Publication.etag }
    await bert.client.call(contract.publications.approve, { params: { id }, body })
    expect(await latest(anna)).toMatchObject({ kind: 'approved', facts: { actor: berts, name: 'Heating' } })
    expect(await kindsOf(bert)).toEqual([])
    expect(await unread(bert)).toBe(0)
    expect(await latest(clara)).toMatchObject({
      kind: 'shared',
      facts: { actor: berts, name: 'Heating', access: 'read' },
    })
    expect(promptId).toBeGreaterThan(0)
  })

  test('a declined request tells why, and one that is asked again is a new entry', async () => {
    const { bert, team, id, promptId } = await asked()
    await bert.client.call(contract.publications.decline, { params: { id }, body: { reason: 'Too long' } })
    expect(await latest(anna)).toMatchObject({
      kind: 'declined',
      facts: { actor: berts, name: 'Heating', why: 'Too long' },
    })
    expect(await kindsOf(bert)).toEqual([])
    await sharePrompt(promptId, team.contextId)
    expect(await kindsOf(bert)).toEqual(['approvalAsked 2'])
    await anna.client.call(contract.publications.remove, { params: { id } })
    expect(await kindsOf(bert)).toEqual([])
  })

  test('two requests of one prompt are two entries: the decision on one ends only that', async () => {
    const { bert, team, promptId, id } = await asked()
    const other = await app.deps.group(3, [anna, bert])
    const set = 'UPDATE associations SET can_write = true WHERE context_id = $1 AND assoc_context_id = $2'
    await app.db.pool.query(set, [other.contextId, bert.contextId])
    await app.db.pool.query('UPDATE contexts SET needs_approval = true WHERE id = $1', [other.contextId])
    await sharePrompt(promptId, team.contextId, other.contextId)
    expect(await kindsOf(bert)).toEqual(['approvalAsked', 'approvalAsked'])
    await bert.client.call(contract.publications.decline, { params: { id }, body: { reason: 'No' } })
    expect(await kindsOf(bert)).toEqual(['approvalAsked'])
    expect(await unread(bert)).toBe(1)
  })

  test('a request whose asker may no longer ask is no entry any more', async () => {
    const { bert, promptId } = await asked()
    expect(await unread(bert)).toBe(1)
    const clara = await app.deps.user()
    await app.db.pool.query(
      'UPDATE contexts SET owner_context_id = $2 WHERE id = (SELECT context_id FROM prompts WHERE id = $1)',
      [promptId, clara.contextId],
    )
    expect(await kindsOf(bert)).toEqual([])
    expect(await unread(bert)).toBe(0)
  })

  test('whoever may not decide any more reads no name', async () => {
    const { bert, team } = await asked()
    const set = 'UPDATE associations SET can_write = false WHERE context_id = $1 AND assoc_context_id = $2'
    await app.db.pool.query(set, [team.contextId, bert.contextId])
    expect((await list(bert)).map(({ facts }) => facts)).toEqual([{ actor: annas }])
  })
})
