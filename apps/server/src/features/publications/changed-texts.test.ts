// Texts that change after their approval, and what readers get of earlier versions, over HTTP (decision 87).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type AssocContext, type CallRequest } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { contexts, custinsts, prompts, publications, search } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const CONFLICT = { status: 409, code: 'CONFLICT' }

let app: TestApp
/** The owner of the groups; the owner of the prompts and Bert, readers of the groups; Rita, a writer of the groups; Carl. */
let lead: TestUser
let anna: TestUser
let bert: TestUser
let rita: TestUser
let carl: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 } } })
  lead = await app.deps.user({ roleId: 8 })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
  rita = await app.deps.user({ firstName: 'Rita' })
  carl = await app.deps.user({ firstName: 'Carl' })
})
afterAll(() => app.close())

const entry = (contextId: number, write = false): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: write,
  hasAdminAccess: false,
})

async function group(needsApproval = true): Promise<number> {
  const assocContexts = [entry(anna.contextId), entry(bert.contextId), entry(rita.contextId, true)]
  const body = { contextTypeId: 3, name: 'Marketing', needsApproval, assocContexts }
  return (await lead.client.call(contexts.create, { body })).data.context.id
}

type Body = CallRequest<typeof prompts.update>['body']
const make = async (prompt = 'Approved', body: Body = {}) => {
  const texts = { title: 'Offer', comment: 'Why', ...body, prompt, outputFormId: 1 }
  return (await anna.client.call(prompts.create, { body: texts })).data.Prompt
}
const get = async (who: TestUser, id: number) =>
  (await who.client.call(prompts.get, { params: { id } })).data.Prompt
const update = async (who: TestUser, id: number, body: Body) =>
  (await who.client.call(prompts.update, { params: { id }, body })).data.Prompt
const versions = async (who: TestUser, id: number) =>
  (await who.client.call(prompts.versions, { params: { id } })).data.PromptVersions.map(
    ({ prompt }) => prompt,
  )
const requests = async (who: TestUser, contextId: number) =>
  (await who.client.call(publications.ofItem, { params: { id: contextId } })).data.Publications
const review = async (who: TestUser, id: number) =>
  (await who.client.call(publications.get, { params: { id } })).data.Publication
const approve = async (who: TestUser, id: number, ifMatch?: string) =>
  who.client.call(publications.approve, {
    params: { id },
    body: { ifMatch: ifMatch ?? (await review(who, id)).etag },
  })
const decline = (who: TestUser, id: number) =>
  who.client.call(publications.decline, { params: { id }, body: {} })
const withdraw = (who: TestUser, id: number) => who.client.call(publications.remove, { params: { id } })

/** Returns the one request of an item. */
async function requestOf(contextId: number) {
  const [request, ...others] = await requests(anna, contextId)
  if (!request || others.length > 0) throw new Error('not one request')
  return request
}

/** A prompt of Anna that a new group reads with approval, besides `others`. */
async function published(others: AssocContext[] = []) {
  const groupId = await group()
  const prompt = await make('Approved', { assocContexts: [entry(groupId), ...others] })
  const contextId = prompt.context.id
  await approve(rita, (await requestOf(contextId)).id)
  return { groupId, id: prompt.id, contextId }
}

describe('a text that changes after its approval', () => {
  test('waits: readers get the approved one everywhere, writers the changed one', async () => {
    const { id, contextId } = await published([entry(carl.contextId, true)])
    const texts = { title: 'Rhabarber', prompt: 'Quittenmus', comment: 'Holunder' }
    const changed = await update(carl, id, { ...texts, outputFormId: 2, promptOptions: { stop: 'End' } })
    expect(changed).toMatchObject({ prompt: 'Quittenmus', waitsForApproval: true, versions: 2 })
    expect(await get(anna, id)).toMatchObject({ title: 'Rhabarber', waitsForApproval: true })

    const read = await get(bert, id)
    expect(read).toMatchObject({ title: 'Offer', prompt: 'Approved', comment: 'Why', options: {} })
    expect(read).toMatchObject({ promptOutput: { id: 1 }, changedBy: { id: anna.id }, versions: 1 })
    expect(read.waitsForApproval).toBe(false)
    expect(await versions(bert, id)).toEqual(['Approved'])
    const listed = await bert.client.call(prompts.list, { query: {} })
    expect(listed.data.Prompts.find((one) => one.id === id)).toEqual(read)
    const named = async (q: string) => {
      const { data } = await bert.client.call(contexts.list, { params: { id: 'prompts' }, query: { q } })
      return JSON.stringify(data).includes(`"id":${contextId},`)
    }
    expect([await named('Offer'), await named('Rhabarber')]).toEqual([true, false])

    for (const [word, readers, writers] of [
      ['Approved', 1, 0],
      ['Quittenmus', 0, 1],
      ['Rhabarber', 0, 1],
      ['Holunder', 0, 1],
    ] as const)
      for (const [who, count] of [
        [bert, readers],
        [carl, writers],
      ] as const) {
        const { data } = await who.client.call(prompts.list, { query: { q: word } })
        expect(data.Prompts.filter((one) => one.id === id)).toHaveLength(count)
        const { Finds } = (await who.client.call(search.find, { query: { q: word } })).data
        const found = Finds.filter((one) => one.kind === 'prompt' && one.id === id)
        expect(found).toHaveLength(count)
        if (who === bert) expect(JSON.stringify([data, Finds])).not.toMatch(/Quittenmus|Rhabarber|Holunder/)
      }

    await approve(rita, (await requestOf(contextId)).id)
    expect(await get(bert, id)).toMatchObject({ ...texts, promptOutput: { id: 2 }, versions: 2 })
    expect(await get(anna, id)).toMatchObject({ waitsForApproval: false })
    expect(await versions(bert, id)).toEqual(['Quittenmus', 'Approved'])
  })

  test('is read by its reviewer, who cannot approve another one than they read', async () => {
    const { id, contextId } = await published()
    await update(anna, id, { prompt: 'First change' })
    const request = await requestOf(contextId)
    expect(request).toMatchObject({ changed: true, hasWriteAccess: false })
    const read = await review(rita, request.id)
    expect(read.texts).toContainEqual({ field: 'prompt', text: 'First change' })
    const changes: Body[] = [
      { prompt: 'Second change' },
      { outputFormId: 3 },
      { promptOptions: { stop: 'End' } },
    ]
    for (const body of changes) {
      const { etag } = await review(rita, request.id)
      await update(anna, id, body)
      await expect(approve(rita, request.id, etag)).rejects.toMatchObject(CONFLICT)
    }
    expect((await requestOf(contextId)).id).toBe(request.id)
    expect(await get(bert, id)).toMatchObject({ prompt: 'Approved' })
    expect((await review(rita, request.id)).texts).toContainEqual({ field: 'options', text: 'stop: "End"' })
    await approve(rita, request.id)
    expect(await get(bert, id)).toMatchObject({ prompt: 'Second change' })
    // The version between the approved ones was never approved.
    expect(await versions(bert, id)).not.toContain('First change')
    const { rows } = await app.db.pool.query<{ action: string; details: object }>(
      `SELECT action, details FROM audit_entries WHERE object_id = $1 AND object_type = 'prompt'
        AND action LIKE 'publication.%' ORDER BY id DESC LIMIT 2`,
      [id],
    )
    expect(rows).toMatchObject([
      { action: 'publication.approved' },
      { action: 'publication.requested', details: { changed: 'texts' } },
    ])
  })

  test('stays with its writers when it is declined or withdrawn, until it is requested again', async () => {
    const { id, groupId, contextId } = await published([entry(carl.contextId, true)])
    await update(carl, id, { prompt: 'Changed' })
    await decline(rita, (await requestOf(contextId)).id)
    expect(await get(anna, id)).toMatchObject({ prompt: 'Changed', waitsForApproval: true })
    expect(await get(bert, id)).toMatchObject({ prompt: 'Approved' })
    await update(anna, id, { categories: [] })
    expect((await requestOf(contextId)).declined).not.toBeNull()
    await update(anna, id, { assocContexts: [entry(groupId), entry(carl.contextId, true)] })
    expect((await requestOf(contextId)).declined).toBeNull()
    await withdraw(anna, (await requestOf(contextId)).id)
    expect(await requests(anna, contextId)).toEqual([])
    await update(carl, id, { comment: 'Better' })
    const { data } = await carl.client.call(publications.list, { query: { own: 'true' } })
    expect(data.Publications[0]).toMatchObject({ asker: { id: carl.id }, item: { contextId } })
    await expect(withdraw(bert, data.Publications[0]?.id ?? 0)).rejects.toMatchObject(NOT_FOUND)
    await withdraw(carl, data.Publications[0]?.id ?? 0)
    expect(await get(bert, id)).toMatchObject({ prompt: 'Approved', comment: 'Why' })
  })

  test('waits no longer when the approved one is restored', async () => {
    const { id, contextId } = await published()
    await update(anna, id, { prompt: 'Changed' })
    expect(await update(anna, id, { prompt: 'Approved' })).toMatchObject({ waitsForApproval: false })
    expect(await requests(anna, contextId)).toEqual([])
    expect(await versions(bert, id)).toEqual(['Approved', 'Approved'])
  })

  test('is read at once through a share without approval, also by members of the group', async () => {
    const { id } = await published([entry(bert.contextId)])
    await update(anna, id, { prompt: 'Changed' })
    expect(await get(bert, id)).toMatchObject({ prompt: 'Changed', waitsForApproval: false })
    expect(await versions(bert, id)).toEqual(['Changed', 'Approved'])
    expect(await get(rita, id)).toMatchObject({ prompt: 'Approved' })
  })

  test('needs no approval of a group that may write, nor when a writer of the group changes it', async () => {
    const groupId = await group()
    const free = await make('Approved', { assocContexts: [entry(groupId, true)] })
    await approve(rita, (await requestOf(free.context.id)).id)
    await update(bert, free.id, { prompt: 'Changed' })
    expect(await requests(anna, free.context.id)).toEqual([])

    const { id, contextId } = await published([entry(rita.contextId, true)])
    expect(await update(rita, id, { prompt: 'By Rita' })).toMatchObject({ waitsForApproval: false })
    expect(await get(bert, id)).toMatchObject({ prompt: 'By Rita' })
    await update(anna, id, { prompt: 'By Anna' })
    // A change of the group's writer does not approve what they may not have read.
    await update(rita, id, { comment: 'By Rita' })
    expect(await get(bert, id)).toMatchObject({ prompt: 'By Rita', comment: 'Why' })
    await approve(rita, (await requestOf(contextId)).id)
    expect(await get(bert, id)).toMatchObject({ prompt: 'By Anna', comment: 'By Rita' })
  })

  test('is covered by the approval of more access, and ends with the share or the setting', async () => {
    const { id, groupId, contextId } = await published()
    await update(anna, id, { assocContexts: [entry(groupId, true)] })
    const asked = await requestOf(contextId)
    expect(asked).toMatchObject({ changed: false, hasWriteAccess: true })
    await update(anna, id, { prompt: 'Changed' })
    expect(await requestOf(contextId)).toMatchObject({ id: asked.id, changed: true, hasWriteAccess: true })
    await approve(rita, asked.id)
    await update(anna, id, { assocContexts: [entry(groupId)] })
    expect(await get(bert, id)).toMatchObject({ prompt: 'Changed' })

    await update(anna, id, { prompt: 'Again' })
    await update(anna, id, { assocContexts: [] })
    await update(anna, id, { assocContexts: [entry(groupId)] })
    await approve(rita, (await requestOf(contextId)).id)
    expect(await get(bert, id)).toMatchObject({ prompt: 'Again' })

    await update(anna, id, { prompt: 'Once more' })
    const off = { needsApproval: false }
    await lead.client.call(contexts.update, { params: { id: groupId }, body: off })
    expect(await get(bert, id)).toMatchObject({ prompt: 'Again' })
    await update(anna, id, { comment: 'Free' })
    expect(await get(bert, id)).toMatchObject({ prompt: 'Once more', comment: 'Free' })
    expect(await requests(anna, contextId)).toEqual([])
  })

  test('waits for custom instructions, too', async () => {
    const groupId = await group()
    const body = { name: 'Tone', content: 'Be brief.', scope: 2 as const }
    const assocContexts = [entry(groupId)]
    const { custinst } = (await anna.client.call(custinsts.create, { body: { ...body, assocContexts } })).data
    const read = async (who: TestUser) =>
      (await who.client.call(custinsts.get, { params: { id: custinst.id } })).data.custinst
    await approve(rita, (await requestOf(custinst.context.id)).id)
    const change = { name: 'Secret', content: 'Be rude.', description: 'New', scope: 1 } as const
    await anna.client.call(custinsts.update, { params: { id: custinst.id }, body: change })
    expect(await read(anna)).toMatchObject({ ...change, waitsForApproval: true })
    const { name, content, scope } = body
    expect(await read(bert)).toMatchObject({ name, content, scope, description: '', waitsForApproval: false })
    const { CustomInstructionsRespond } = (await bert.client.call(custinsts.list)).data
    expect(CustomInstructionsRespond.map((one) => one.content)).toContain('Be brief.')
    await approve(rita, (await requestOf(custinst.context.id)).id)
    expect(await read(bert)).toMatchObject(change)
  })
})

describe('versions from before a prompt was shared', () => {
  test.each(['shared', 'approved'])('are hidden from readers of a prompt that is %s', async (how) => {
    const prompt = await make('Draft with a canary')
    await update(anna, prompt.id, { prompt: 'Second draft with a canary' })
    await update(anna, prompt.id, { prompt: 'Final' })
    const groupId = how === 'approved' ? await group() : bert.contextId
    await update(anna, prompt.id, { assocContexts: [entry(groupId), entry(carl.contextId, true)] })
    if (how === 'approved') await approve(rita, (await requestOf(prompt.context.id)).id)
    expect(await versions(bert, prompt.id)).toEqual(['Final'])
    expect(await get(bert, prompt.id)).toMatchObject({ versions: 1 })
    for (const writer of [anna, carl]) expect(await versions(writer, prompt.id)).toHaveLength(3)
  })

  test('count for each share: from then on a reader gets all', async () => {
    const prompt = await make('First')
    await update(anna, prompt.id, { assocContexts: [entry(bert.contextId)] })
    await update(anna, prompt.id, { prompt: 'Second' })
    // Sharing with a changed text shows only that one.
    const assocContexts = [entry(bert.contextId), entry(carl.contextId)]
    await update(anna, prompt.id, { prompt: 'Third', assocContexts })
    await update(anna, prompt.id, { prompt: 'Fourth' })
    expect(await versions(bert, prompt.id)).toEqual(['Fourth', 'Third', 'Second', 'First'])
    expect(await versions(carl, prompt.id)).toEqual(['Fourth', 'Third'])
    expect(await get(carl, prompt.id)).toMatchObject({ versions: 2, changedBy: { id: anna.id } })
  })
})
