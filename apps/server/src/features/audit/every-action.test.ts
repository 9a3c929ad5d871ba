// Runs each action of the trail over HTTP and expects exactly one entry. A new action without a script here does not
// compile.
import { contract, type AuditAction } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { ship } from '#test/plugins.ts'
import { PASSWORD, testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { actionsOf, newcomer, notes } from './test/actions.ts'

const NEW_PASSWORD = 'Ein-anderer-Satz-43'
const { auth, users, contexts, projects, publications, apitokens, providers, models, audit } = contract
const {
  announcements,
  bin,
  branding,
  chatbots,
  configuration,
  datasources,
  ideas,
  labels,
  media,
  plugins,
  shares,
  vectors,
} = contract

let app: TestApp
let root: TestUser
let lead: TestUser
let engine: ModelServer
beforeAll(async () => {
  engine = await startModelServer({ models: ['small:1b'] })
  app = await testApp({
    file: { allowSignUp: true },
    engines: { ollamaUrl: engine.url },
    furtherNouns: [notes],
  })
  ship(app.db.dataDir, 'counting', { scopes: ['read-chats'] })
  root = await app.deps.user({ roleId: 1 })
  lead = await app.deps.user({ roleId: 8 })
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

const make = actionsOf(() => ({ app, root, lead }))

/** Sets up an action, and returns the function that runs it. */
type Done = () => Promise<() => Promise<unknown>>

const unbranded = { version: '', name: '', signInText: '', colours: null }

const HOW: Record<AuditAction, Done> = {
  'session.begun': async () => {
    const user = await app.deps.user()
    return () => app.deps.again(user)
  },
  'session.failed': async () => {
    const { email } = await app.deps.user()
    return () => make.failing(email)
  },
  'session.limited': async () => {
    const { email } = await app.deps.user()
    for (let i = 0; i < 10; i++) await make.failing(email)
    return () => make.failing(email)
  },
  'session.ended': async () => {
    const user = await app.deps.user()
    return () => user.client.call(auth.logout)
  },
  'session.reused': async () => {
    const { email } = await app.deps.user()
    const { data } = await app.nobody.call(auth.authenticate, {
      body: { userName: email, userPassword: PASSWORD },
    })
    const refresh = async () => {
      const headers = { authorization: `Bearer ${data.refresh_token}`, 'x-requested-with': 'XMLHttpRequest' }
      return (await fetch(`${app.url}/api/v1/auth/refresh`, { method: 'POST', headers })).status
    }
    expect(await refresh()).toBe(200)
    return async () => expect(await refresh()).toBe(401)
  },
  'user.registered': () =>
    Promise.resolve(() => app.nobody.call(auth.register, { body: newcomer('registered@example.org') })),
  'user.created': () =>
    Promise.resolve(() => root.client.call(users.create, { body: newcomer('created@example.org') })),
  'user.updated': () => make.change({ firstName: 'Nele' }),
  'user.role-changed': () => make.change({ roleId: 6 }),
  'user.account-changed': () => make.change({ account: { canUseApi: false } }),
  'user.password-changed': async () => {
    const { id, client } = await app.deps.user()
    const body = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }
    return () => client.call(auth.changePassword, { params: { id }, body })
  },
  'user.deleted': async () => {
    const { id } = await app.deps.user()
    return () => root.client.call(users.remove, { params: { id } })
  },
  'user.items-handed-over': async () => {
    const { owner, reader } = await make.shared()
    const query = { items: 'handOver', to: reader.id } as const
    return () => root.client.call(users.remove, { params: { id: owner.id }, query })
  },
  'context.created': () => Promise.resolve(make.group),
  'context.updated': async () => {
    const id = await make.group()
    return () => lead.client.call(contexts.update, { params: { id }, body: { name: 'Crew' } })
  },
  'context.deleted': async () => {
    const id = await make.group()
    return () => lead.client.call(contexts.remove, { params: { id } })
  },
  'context.members-changed': async () => {
    const params = { id: await make.group(), assocContextId: root.contextId }
    return () => lead.client.call(contexts.setMember, { params, body: {} })
  },
  'context.left': async () => {
    const { reader, contextId } = await make.shared()
    const params = { id: contextId, assocContextId: reader.contextId }
    return () => reader.client.call(contexts.removeMember, { params })
  },
  'project.shared': async () => {
    const { owner, id } = await make.shared()
    return () => owner.client.call(projects.update, { params: { id }, body: { assocContexts: [] } })
  },
  'project.deleted': async () => {
    const { owner, id } = await make.shared()
    return () => owner.client.call(projects.remove, { params: { id } })
  },
  'item.shared': async () => {
    const { owner, reader, note } = await make.sharedNote()
    const params = { id: note.contextId, assocContextId: reader.contextId }
    return () => owner.client.call(contexts.removeMember, { params })
  },
  'item.deleted': async () => {
    const { viewer, note } = await make.sharedNote()
    return () => notes.items().remove(viewer, note.id)
  },
  'document.removed': async () => {
    const owner = await app.deps.user()
    const content = Buffer.from('The canteen opens at noon.').toString('base64')
    const { data } = await owner.client.call(datasources.create, {
      body: { name: 'House', media: [{ name: 'a.txt', content }] },
    })
    const id = data.datasource.media[0]?.media_id ?? 0
    return () => owner.client.call(media.remove, { params: { id } })
  },
  'item.restored': async () => {
    const { owner, id } = await make.binned()
    return () => owner.client.call(bin.restore, { params: { id } })
  },
  'item.erased': async () => {
    const { owner, id } = await make.binned()
    return () => owner.client.call(bin.erase, { params: { id } })
  },
  'datasource.confidentiality-changed': async () => {
    const owner = await app.deps.user()
    const body = { name: 'House', label: 'confidential' }
    const { data } = await owner.client.call(datasources.create, { body })
    const params = { id: data.datasource.id }
    return () => owner.client.call(datasources.update, { params, body: { label: 'internal' } })
  },
  'datasource.scan-model-chosen': async () => {
    const owner = await app.deps.user()
    const { data } = await owner.client.call(datasources.create, { body: { name: 'House' } })
    const params = { id: data.datasource.id }
    // As if the model had been there before.
    await app.db.pool.query('UPDATE datasources SET recognition_tag_id = 999 WHERE id = $1', [params.id])
    return () => owner.client.call(datasources.update, { params, body: { recognitionModelTagId: 0 } })
  },
  'passage.updated': async () => {
    const owner = await app.deps.user()
    const content = Buffer.from('The canteen opens at noon.').toString('base64')
    const { data } = await owner.client.call(datasources.create, {
      body: { name: 'House', media: [{ name: 'a.txt', content }] },
    })
    const id = data.datasource.media[0]?.media_id ?? 0
    const chunkId = await vi.waitFor(
      async () => {
        const read = await owner.client.call(media.text, { params: { id } })
        expect(read.data.document.chunks).toHaveLength(1)
        return read.data.document.chunks[0]?.chunkId ?? 0
      },
      { timeout: 20_000, interval: 50 },
    )
    return () => owner.client.call(media.setChunk, { params: { id, chunkId }, body: { isOff: true } })
  },
  'publication.requested': async () => {
    const { owner, params, assocContexts } = await make.asking()
    return () => owner.client.call(projects.update, { params, body: { assocContexts } })
  },
  'publication.approved': async () => {
    const { waiting } = await make.asked()
    const { data } = await lead.client.call(publications.get, { params: waiting })
    const body = { ifMatch: data.Publication.etag }
    return () => lead.client.call(publications.approve, { params: waiting, body })
  },
  'publication.declined': async () => {
    const { waiting } = await make.asked()
    return () => lead.client.call(publications.decline, { params: waiting, body: { reason: 'Too long' } })
  },
  'publication.withdrawn': async () => {
    const { owner, waiting } = await make.asked()
    return () => owner.client.call(publications.remove, { params: waiting })
  },
  'token.created': async () => {
    const { id: userId, client } = await app.deps.user()
    return () => client.call(apitokens.saveOfUser, { params: { userId }, body: { name: 'A script' } })
  },
  'token.updated': async () => {
    const { client, params, id } = await make.token()
    return () => client.call(apitokens.saveOfUser, { params, body: { tokenId: id, name: 'Another' } })
  },
  'token.deleted': async () => {
    const { client, params, id } = await make.token()
    return () => client.call(apitokens.removeOfUser, { params: { ...params, id } })
  },
  'share.created': async () => {
    const { owner, id } = await make.shared()
    return () => owner.client.call(shares.create, { body: { project: id } })
  },
  'share.updated': async () => {
    const { owner, params } = await make.link()
    return () => owner.client.call(shares.update, { params, body: { names: true } })
  },
  'share.ended': async () => {
    const { params } = await make.link()
    return () => root.client.call(shares.remove, { params })
  },
  'chatbot.created': async () => {
    const owner = await app.deps.user()
    const tab = await app.deps.tab(owner, await app.deps.project(owner))
    const body = { name: 'Shop', description: 'Answers', refProjectTabId: tab.id }
    return () => owner.client.call(chatbots.create, { body })
  },
  'chatbot.updated': async () => {
    const { owner, params } = await make.chatbot()
    const rules = { origins: ['https://www.example.org'] }
    return () => owner.client.call(chatbots.update, { params, body: { rules } })
  },
  'chatbot.keys-renewed': async () => {
    const { owner, params } = await make.chatbot()
    return () => owner.client.call(chatbots.renewKeys, { params, body: { secret: true } })
  },
  'idea.deleted': async () => {
    const owner = await app.deps.user()
    const { data } = await owner.client.call(ideas.create, { body: { prompt: 'Ask me', categoryId: 1 } })
    return () => root.client.call(ideas.remove, { params: { id: data.Idea.id } })
  },
  'label.deleted': async () => {
    const owner = await app.deps.user()
    const { data } = await owner.client.call(labels.createTag, { body: { name: 'Odd' } })
    return () => root.client.call(labels.removeTag, { params: { id: data.tag.id } })
  },
  'vectors.chosen': async () => {
    const { tagId } = await make.small()
    await app.db.pool.query('INSERT INTO vector_settings (model_tag_id) VALUES ($1)', [tagId])
    return () => root.client.call(vectors.update, { body: { modelTagId: null } })
  },
  'provider.created': () => Promise.resolve(make.provider),
  'provider.updated': async () => {
    const id = await make.provider()
    return () => root.client.call(providers.update, { params: { id }, body: { name: 'Crate' } })
  },
  'provider.deleted': async () => {
    const id = await make.provider()
    return () => root.client.call(providers.remove, { params: { id } })
  },
  'model.deactivated': async () => {
    const { id } = await make.small()
    return () => root.client.call(models.deactivate, { params: { id } })
  },
  'model.activated': async () => {
    const { id } = await make.small()
    await root.client.call(models.deactivate, { params: { id } })
    return () => root.client.call(models.activate, { params: { id } })
  },
  'model.sorted': async () => {
    const { id } = await make.small()
    return () => root.client.call(models.sort, { body: { modelIds: [id, 1] } })
  },
  'model.updated': async () => {
    const { id, tagId } = await make.small()
    const body = { contextLength: 4_096, images: true, tools: null }
    return () => root.client.call(models.setTag, { params: { id, tagId }, body })
  },
  'model.undeployed': async () => {
    const { id, tagId } = await make.small()
    return () => root.client.call(models.undeploy, { params: { id }, body: { modelTagId: tagId } })
  },
  'model.deployed': async () => {
    const { id, tagId } = await make.small()
    await root.client.call(models.undeploy, { params: { id }, body: { modelTagId: tagId } })
    return () => root.client.call(models.deploy, { params: { id }, body: { modelTagId: tagId } })
  },
  'model.deleted': async () => {
    const { id, tagId } = await make.small()
    return () => root.client.call(models.removeTag, { params: { id, tagId } })
  },
  'announcement.created': () => Promise.resolve(make.announce),
  'announcement.updated': async () => {
    const params = { id: await make.announced() }
    return () => root.client.call(announcements.update, { params, body: { title: 'Later' } })
  },
  'announcement.ended': async () => {
    const params = { id: await make.announced() }
    return () => root.client.call(announcements.end, { params })
  },
  'announcement.deleted': async () => {
    const params = { id: await make.announced() }
    return () => root.client.call(announcements.remove, { params })
  },
  'branding.updated': () => Promise.resolve(() => root.client.call(branding.update, { body: unbranded })),
  'branding.reset': () => Promise.resolve(() => root.client.call(branding.reset)),
  'configuration.changed': () =>
    Promise.resolve(() => root.client.call(configuration.update, { body: { key: 'dark', value: true } })),
  'configuration.reset': () =>
    Promise.resolve(() => root.client.call(configuration.update, { body: { key: 'dark', value: null } })),
  'plugin.allowed': () => Promise.resolve(make.allow),
  'plugin.revoked': async () => {
    await make.allow()
    return () => root.client.call(plugins.revoke, { params: { id: 'counting' } })
  },
  'access.denied': async () => {
    const { client } = await app.deps.user()
    return () => client.call(users.list, {}).catch(() => undefined)
  },
  'audit.exported': () => Promise.resolve(() => root.client.call(audit.export, { query: {} })),
}

/** Actions that create two entries: handing over an item and removing its owner. */
const BESIDE: Partial<Record<AuditAction, readonly AuditAction[]>> = {
  'user.items-handed-over': ['user.deleted'],
  'publication.approved': ['project.shared'],
}

test.each(Object.entries(HOW))('%s is recorded exactly once', async (action, done) => {
  const work = await done()
  const before = await newest()
  await work()
  const beside = BESIDE[action as AuditAction] ?? []
  const expected = [action, ...beside].toSorted()
  // Some are recorded after the response.
  await vi.waitFor(async () => expect((await since(before)).toSorted()).toEqual(expected), 10_000)
})

async function newest(): Promise<number> {
  const { rows } = await app.db.pool.query<{ id: number }>(
    'SELECT coalesce(max(id), 0)::int AS id FROM audit_entries',
  )
  return rows[0]?.id ?? 0
}

async function since(id: number): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE id > $1',
    [id],
  )
  return rows.map(({ action }) => action)
}
