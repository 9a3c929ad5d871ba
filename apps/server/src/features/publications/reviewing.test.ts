import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type CallRequest } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import {
  approve,
  decline,
  entry,
  idsFor,
  made,
  type Prompt,
  requestsIn,
  requestsOf,
  review,
  share,
  sharesOf,
  update,
  waiting,
  withdraw,
} from './test/requests.ts'

const { contexts, prompts } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const CONFLICT = { status: 409, code: 'CONFLICT' }

let app: TestApp
/** The owner of the groups, a requester, a writer and a reader of the groups, an administrator by role. */
let lead: TestUser
let anna: TestUser
let rita: TestUser
let bert: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 } } })
  lead = await app.deps.user({ roleId: 8, firstName: 'Lea' })
  anna = await app.deps.user({ firstName: 'Anna' })
  rita = await app.deps.user({ firstName: 'Rita' })
  bert = await app.deps.user({ firstName: 'Bert' })
  admin = await app.deps.user({ roleId: 3, firstName: 'Ada' })
  // Gets the groups of a deleted account.
  await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

const { group, change, asked } = requestsIn(() => ({ lead, anna, rita, bert }))

describe('a reviewer', () => {
  test('gets pending requests sorted by group, in pages; other users do not', async () => {
    const reviewer = await app.deps.user()
    const groups = [await group('Zoo'), await group('Alps')]
    for (const id of groups)
      await lead.client.call(contexts.setMember, {
        params: { id, assocContextId: reviewer.contextId },
        body: { hasWriteAccess: true },
      })
    for (let i = 0; i < 2; i++)
      await made(
        anna,
        groups.map((id) => entry(id)),
      )
    const first = await waiting(reviewer, { limit: 3 })
    expect(first.meta).toEqual({ total: 4, nextCursor: expect.any(String) as string })
    const rest = await waiting(reviewer, { limit: 3, cursor: first.meta.nextCursor })
    expect(rest.meta).toEqual({ total: 4, nextCursor: null })
    const all = [...first.data.Publications, ...rest.data.Publications]
    expect(all.map((one) => one.group.name)).toEqual(['Alps', 'Alps', 'Zoo', 'Zoo'])
    for (const who of [anna, bert, admin]) expect(await idsFor(who)).not.toContain(all[0]?.id)
    const own = (await waiting(anna, { own: 'true', limit: 4 })).data.Publications
    expect(new Set(own.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)))
    expect((await waiting(bert, { own: 'true' })).meta).toEqual({ total: 0, nextCursor: null })
  })

  test('reads the texts without access to the item, and approves them', async () => {
    const { groupId, prompt, id } = await asked('write')
    await expect(sharesOf(rita, prompt)).rejects.toMatchObject(NOT_FOUND)
    const read = await review(rita, id)
    expect(read).toMatchObject({
      item: { name: 'Offer' },
      hasWriteAccess: true,
      texts: [
        { field: 'prompt', text: 'Write an offer.' },
        { field: 'comment', text: 'For customers' },
        { field: 'outputFormId', text: '1' },
      ],
    })
    await approve(rita, id, read.etag)
    expect(await sharesOf(anna, prompt)).toEqual([entry(groupId, 'write')])
    expect(await update(bert, prompt, { prompt: 'Better' })).toMatchObject({ prompt: 'Better' })
    expect(await requestsOf(anna, prompt)).toEqual([])
    await expect(approve(rita, id, read.etag)).rejects.toMatchObject(NOT_FOUND)
  })

  test.each<[string, CallRequest<typeof prompts.update>['body']]>([
    ['another title', { title: 'Other' }],
    ['another text', { prompt: 'Something else entirely' }],
    ['another comment', { comment: '' }],
  ])('cannot approve a version they did not read: %s', async (_, body) => {
    const { prompt, id } = await asked()
    const { etag } = await review(rita, id)
    await update(anna, prompt, body)
    await expect(approve(rita, id, etag)).rejects.toMatchObject(CONFLICT)
    expect(await sharesOf(anna, prompt)).toEqual([])
    await approve(rita, id)
  })

  test('cannot approve more access than they read; other shares do not matter', async () => {
    const { groupId, prompt, id } = await asked()
    const before = await review(rita, id)
    await share(anna, prompt, entry(lead.contextId))
    expect((await review(rita, id)).etag).toBe(before.etag)
    await share(anna, prompt, entry(lead.contextId), entry(groupId, 'admin'))
    await expect(approve(rita, id, before.etag)).rejects.toMatchObject(CONFLICT)
    await approve(rita, id)
    expect(await sharesOf(anna, prompt)).toEqual([entry(lead.contextId), entry(groupId, 'admin')])
  })

  test('gets 404 when another reviewer approves concurrently', async () => {
    const { prompt, id, groupId } = await asked()
    const { etag } = await review(rita, id)
    const both = await Promise.allSettled([approve(rita, id, etag), approve(lead, id, etag)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: NOT_FOUND })
    expect(await sharesOf(anna, prompt)).toEqual([entry(groupId)])
  })

  test('makes a share list under edit stale (409) by approving', async () => {
    const { prompt, id } = await asked()
    const { modified: ifModified } = prompt
    await approve(rita, id)
    const stale = update(anna, prompt, { assocContexts: [], ifModified })
    await expect(stale).rejects.toMatchObject(CONFLICT)
  })

  test('cannot decide with an API token (403) or with read access only (404)', async () => {
    const { id } = await asked()
    const { etag } = await review(rita, id)
    const { data } = await rita.client.call(contract.apitokens.saveOfUser, {
      params: { userId: rita.id },
      body: { name: 'Script' },
    })
    const program = { ...rita, client: app.deps.program(data.value ?? '') }
    expect((await review(program, id)).id).toBe(id)
    await expect(approve(program, id, etag)).rejects.toMatchObject({ status: 403 })
    await expect(decline(program, id)).rejects.toMatchObject({ status: 403 })
    await expect(review(bert, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(approve(bert, id, etag)).rejects.toMatchObject(NOT_FOUND)
    await expect(decline(bert, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(requestsOf(bert, { context: { id: 1 } } as Prompt)).rejects.toMatchObject(NOT_FOUND)
  })

  test('can still decide pending requests when the setting is switched off', async () => {
    const { groupId, prompt, id } = await asked()
    await change(groupId, { needsApproval: false })
    expect(await idsFor(rita)).toContain(id)
    await approve(rita, id)
    expect(await sharesOf(anna, prompt)).toEqual([entry(groupId)])
  })

  test('gets 404 while the requester has no admin access to the item', async () => {
    const groupId = await group()
    const prompt = await made(lead, [entry(anna.contextId, 'admin')])
    await share(anna, prompt, entry(groupId), entry(anna.contextId, 'admin'))
    const [request] = await requestsOf(lead, prompt)
    const id = request?.id ?? 0
    const { etag } = await review(rita, id)
    await share(lead, prompt, entry(anna.contextId, 'write'))
    expect(await idsFor(rita)).not.toContain(id)
    await expect(review(rita, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(approve(rita, id, etag)).rejects.toMatchObject(NOT_FOUND)
    expect(await requestsOf(lead, prompt)).toEqual([])
    await expect(withdraw(anna, id)).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('a refusal', () => {
  test('is kept with its reason until it is dismissed, and cannot be reviewed again', async () => {
    const { prompt, id } = await asked()
    await decline(rita, id, ' Too long ')
    const declined = { by: { id: rita.id }, reason: 'Too long', at: expect.any(String) as string }
    expect(await requestsOf(anna, prompt)).toMatchObject([{ id, declined }])
    expect((await waiting(anna, { own: 'true' })).data.Publications[0]).toMatchObject({ id, declined })
    expect(await idsFor(rita)).not.toContain(id)
    for (const again of [() => review(rita, id), () => approve(lead, id, 'x'), () => decline(lead, id)])
      await expect(again()).rejects.toMatchObject(NOT_FOUND)
    await withdraw(anna, id)
    expect(await requestsOf(anna, prompt)).toEqual([])
  })

  test('is reset when the same share is requested again', async () => {
    const { groupId, prompt, id } = await asked()
    await decline(rita, id)
    await share(anna, prompt, entry(groupId))
    expect(await requestsOf(anna, prompt)).toMatchObject([{ id, declined: null }])
    await approve(rita, id)
  })

  test.each(['x'.repeat(2_001), 'a\0b'])('is refused with 400 for an invalid reason %#', async (reason) => {
    const { id } = await asked()
    await expect(decline(rita, id, reason)).rejects.toMatchObject({ status: 400 })
  })
})
