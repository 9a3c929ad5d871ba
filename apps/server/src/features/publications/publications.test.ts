// Publishing items to groups that need approval, over HTTP (decision 70).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract, type Publication } from '@polylogue/contract'
import { livePage, type LivePage } from '#test/live-page.ts'
import { notesNoun, viewerOf } from '#test/notes.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import {
  approve,
  decline,
  entry,
  idsFor,
  made,
  requestsIn,
  requestsOf,
  review,
  share,
  sharesOf,
  update,
  waiting,
  withdraw,
} from './test/requests.ts'

const { contexts, prompts, publications, custinsts, users } = contract
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }

const notes = notesNoun()
let app: TestApp
/** The owner of the groups, a requester, a writer and a reader of the groups, an administrator by role. */
let lead: TestUser
let anna: TestUser
let rita: TestUser
let bert: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { requestsPerMinute: 100_000 } }, furtherNouns: [notes] })
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
const seen = async (by: TestUser, id: number) =>
  (await by.client.call(contexts.search, { query: { ids: String(id) } })).data.Contexts[0]

describe('the setting of a group', () => {
  test('is off by default, changed by editors of the group, and shows its effect per viewer', async () => {
    const { data } = await lead.client.call(contexts.create, { body: { contextTypeId: 2, name: 'Unit' } })
    expect(data.context).toMatchObject({ needsApproval: false, asksApproval: false })
    const id = await group()
    expect(await seen(anna, id)).toMatchObject({ needsApproval: true, asksApproval: true })
    expect(await seen(rita, id)).toMatchObject({ needsApproval: true, asksApproval: false })
    expect(await seen(lead, id)).toMatchObject({ asksApproval: false })
    expect(await seen(admin, id)).toMatchObject({ can_write: true, asksApproval: true })
    await expect(change(id, { needsApproval: false }, bert)).rejects.toMatchObject(DENIED)
    expect(await change(id, { name: 'Renamed' }, rita)).toMatchObject({ needsApproval: true })
    expect(await change(id, { needsApproval: false }, rita)).toMatchObject({ asksApproval: false })
    const { rows } = await app.db.pool.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE action = 'context.updated' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows[0]?.details).toMatchObject({ changed: 'needsApproval' })
  })

  test('cannot be set for the company', async () => {
    await expect(change(1, { needsApproval: true }, admin)).rejects.toMatchObject(DENIED)
    const set = app.db.pool.query('UPDATE contexts SET needs_approval = true WHERE id = 1')
    await expect(set).rejects.toThrow(/contexts_needs_approval_check/)
  })
})

describe('a share that needs approval', () => {
  test('waits, while other shares take effect at once', async () => {
    const groupId = await group()
    const prompt = await made(anna)
    const changed = await share(anna, prompt, entry(groupId, 'write'), entry(rita.contextId))
    expect(changed.assocContexts.slice(1)).toEqual([entry(rita.contextId)])
    await expect(sharesOf(bert, prompt)).rejects.toMatchObject(NOT_FOUND)
    expect(await requestsOf(anna, prompt)).toEqual<Publication[]>([
      {
        id: expect.any(Number) as number,
        item: { contextId: prompt.context.id, contextTypeId: 7, path: 'prompts', name: 'Offer' },
        group: { contextId: groupId, name: 'Marketing' },
        hasWriteAccess: true,
        hasAdminAccess: false,
        changed: false,
        asker: { id: anna.id, displayName: expect.stringMatching(/^Anna /) as string },
        created: expect.any(String) as string,
        declined: null,
      },
    ])
  })

  test('takes effect at once for writers and the owner of the group, or without the setting', async () => {
    const groupId = await group()
    for (const who of [rita, lead]) {
      const prompt = await made(who, [entry(groupId)])
      expect(await sharesOf(bert, prompt)).toEqual([])
      expect(await requestsOf(who, prompt)).toEqual([])
    }
    const open = await group('Open', false)
    expect(await sharesOf(anna, await made(anna, [entry(open)]))).toEqual([entry(open)])
  })

  test('also waits for an administrator by role, who cannot approve it', async () => {
    const groupId = await group()
    const prompt = await made(admin, [entry(groupId)])
    const [request] = await requestsOf(admin, prompt)
    expect(await sharesOf(admin, prompt)).toEqual([])
    const id = request?.id ?? 0
    expect(await idsFor(admin)).not.toContain(id)
    await expect(review(admin, id)).rejects.toMatchObject(NOT_FOUND)
    await expect(approve(admin, id, 'x')).rejects.toMatchObject(NOT_FOUND)
    await approve(lead, id)
    expect(await sharesOf(admin, prompt)).toEqual([entry(groupId)])
  })

  test('is refused with 404 for a group that the user cannot see', async () => {
    const groupId = await group()
    const guest = await app.deps.user()
    const prompt = await made(guest)
    await expect(share(guest, prompt, entry(groupId))).rejects.toMatchObject(NOT_FOUND)
    expect(await requestsOf(guest, prompt)).toEqual([])
  })

  test('keeps its request with unrelated changes, and updates it for other access', async () => {
    const { groupId, prompt, request } = await asked()
    await share(anna, prompt, entry(rita.contextId))
    await update(anna, prompt, { prompt: 'Other', assocContexts: [entry(groupId), entry(rita.contextId)] })
    expect(await requestsOf(anna, prompt)).toEqual([request])
    await share(anna, prompt, entry(groupId, 'admin'), entry(rita.contextId))
    expect(await requestsOf(anna, prompt)).toMatchObject([{ id: request.id, hasAdminAccess: true }])
  })

  test('keeps the group’s current access while more is requested', async () => {
    const { groupId, prompt, id } = await asked()
    await approve(rita, id)
    await share(anna, prompt, entry(groupId, 'write'))
    expect(await sharesOf(anna, prompt)).toEqual([entry(groupId)])
    const [request] = await requestsOf(anna, prompt)
    await approve(rita, request?.id ?? 0)
    expect(await sharesOf(anna, prompt)).toEqual([entry(groupId, 'write')])
    await share(anna, prompt, entry(groupId))
    expect(await sharesOf(anna, prompt)).toEqual([entry(groupId)])
  })

  test.each(['changed', 'ended in the list', 'ended by itself'])(
    'has its request dropped when the share is %s',
    async (how) => {
      const { groupId, prompt, id } = await asked('write')
      await approve(rita, id)
      await share(anna, prompt, entry(groupId, 'admin'))
      expect(await requestsOf(anna, prompt)).toHaveLength(1)
      if (how === 'changed') await share(anna, prompt, entry(groupId))
      else if (how === 'ended in the list') await share(anna, prompt)
      else {
        const params = { id: prompt.context.id, assocContextId: groupId }
        await anna.client.call(contexts.removeMember, { params })
      }
      expect(await requestsOf(anna, prompt)).toEqual([])
      expect(await sharesOf(anna, prompt)).toEqual(how === 'changed' ? [entry(groupId)] : [])
    },
  )

  test('works for every item type, also through its declaration alone', async () => {
    const groupId = await group()
    const owner = viewerOf(anna)
    const sent = { assocContexts: [entry(groupId)] }
    const fields = { name: 'A note', body: 'Read me' }
    const note = await app.db.transaction((tx) => notes.items().create(tx, owner, fields, sent))
    expect(note.shares).toEqual([])
    const body = { name: 'Brief', content: 'Be brief.', description: 'Why', scope: 2, ...sent } as const
    await anna.client.call(custinsts.create, { body })
    const project = await app.deps.project(anna, { name: 'Bids' })
    await anna.client.call(contract.projects.update, {
      params: { id: project.id },
      body: { description: 'All bids', ...sent },
    })
    const found = (await waiting(rita)).data.Publications.filter(
      ({ group: { contextId } }) => contextId === groupId,
    )
    const reviews = await Promise.all(found.map(({ id }) => review(rita, id)))
    expect(reviews.map(({ item: { path, name }, texts }) => [path, name, texts])).toEqual([
      ['notes', 'A note', [{ field: 'body', text: 'Read me' }]],
      [
        'custinsts',
        'Brief',
        [
          { field: 'content', text: 'Be brief.' },
          { field: 'description', text: 'Why' },
          { field: 'scope', text: '2' },
        ],
      ],
      ['projects', 'Bids', [{ field: 'description', text: 'All bids' }]],
    ])
    for (const { id } of found) await approve(rita, id)
    expect((await notes.items().get(viewerOf(bert), note.id)).level).toBe(1)
  })
})

describe('a request', () => {
  test('can be withdrawn only with admin access to the item', async () => {
    const { prompt, id } = await asked()
    for (const who of [rita, bert, admin]) await expect(withdraw(who, id)).rejects.toMatchObject(NOT_FOUND)
    await withdraw(anna, id)
    expect(await requestsOf(anna, prompt)).toEqual([])
    await expect(review(rita, id)).rejects.toMatchObject(NOT_FOUND)
  })

  test.each(['the item', 'the group', 'the account'])('is deleted with %s', async (what) => {
    const { groupId, prompt, id } = await asked()
    const gone = await app.deps.user()
    await app.db.pool.query('UPDATE publications SET asker_id = $2 WHERE id = $1 AND $3', [
      id,
      gone.id,
      what === 'the account',
    ])
    if (what === 'the item') await anna.client.call(prompts.remove, { params: { id: prompt.id } })
    else if (what === 'the group') await lead.client.call(contexts.remove, { params: { id: groupId } })
    else await admin.client.call(users.remove, { params: { id: gone.id } })
    expect((await app.db.pool.query('SELECT FROM publications WHERE id = $1', [id])).rowCount).toBe(0)
  })

  test('keeps the name of a private item out of the audit log', async () => {
    const { id } = await asked()
    await decline(rita, id)
    const { rows } = await app.db.pool.query<{ action: string; subject_name: string }>(
      `SELECT * FROM audit_entries WHERE action LIKE 'publication.%' ORDER BY id DESC LIMIT 2`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['publication.declined', 'publication.requested'])
    expect(JSON.stringify(rows)).not.toContain('Offer')
  })
})

describe('live events', () => {
  let pages: Record<'anna' | 'rita' | 'bert' | 'admin', LivePage>
  const about = (page: LivePage) =>
    page.messages.filter(({ context }) => context === 12).map(({ contextData }) => contextData)
  beforeEach(async () => {
    pages = {
      anna: await livePage(app, anna),
      rita: await livePage(app, rita),
      bert: await livePage(app, bert),
      admin: await livePage(app, admin),
    }
  })

  test.each(['approved', 'declined', 'withdrawn'] as const)(
    'notify only reviewers and requester when a request is %s',
    async (what) => {
      const groupId = await group()
      // Members reconnect when their groups change.
      await beforeAnything()
      const prompt = await made(anna, [entry(groupId)])
      const [request] = await requestsOf(anna, prompt)
      const ids = { publicationId: request?.id, contextId: prompt.context.id, groupContextId: groupId }
      await expect
        .poll(() => about(pages.rita))
        .toEqual([{ ...ids, what: 'requested', own: false, reviews: true }])
      await expect
        .poll(() => about(pages.anna))
        .toEqual([{ ...ids, what: 'requested', own: true, reviews: false }])
      const read = await anna.client.call(publications.ofItem, { params: { id: prompt.context.id } })
      expect(read.data.item).toEqual({ name: prompt.title })
      if (what === 'approved') await approve(rita, request?.id ?? 0)
      else if (what === 'declined') await decline(rita, request?.id ?? 0)
      else await withdraw(anna, request?.id ?? 0)
      await expect
        .poll(() => about(pages.anna).slice(1))
        .toEqual([{ ...ids, what, own: true, reviews: false }])
      await expect
        .poll(() => about(pages.rita).slice(1))
        .toEqual([{ ...ids, what, own: false, reviews: true }])
      expect([...about(pages.bert), ...about(pages.admin)]).toEqual([])
    },
  )

  async function beforeAnything(): Promise<void> {
    await Promise.all([pages.anna.ended, pages.rita.ended, pages.bert.ended])
    Object.assign(pages, {
      anna: await livePage(app, anna),
      rita: await livePage(app, rita),
      bert: await livePage(app, bert),
    })
  }
})
