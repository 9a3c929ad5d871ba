// What an action is done to, made for each.
import { contract } from '@polylogue/contract'
import { notesNoun, viewerOf } from '#test/notes.ts'
import { PASSWORD, type TestApp, type TestUser } from '#test/test-app.ts'

const { auth, users, contexts, projects, publications, apitokens, providers, models } = contract

const { announcements, chatbots, plugins, shares } = contract

// Its items are created without a call of the API, and record the trail's general actions.
export const notes = notesNoun()
export const newcomer = (email: string) => ({ firstName: 'Nora', lastName: 'Neu', email, password: PASSWORD })

export function actionsOf(on: () => { app: TestApp; root: TestUser; lead: TestUser }) {
  const allow = () =>
    on().root.client.call(plugins.allow, { params: { id: 'counting' }, body: { scopes: ['read-chats'] } })
  const failing = (name: string) =>
    on()
      .app.nobody.call(auth.authenticate, { body: { userName: name, userPassword: 'wrong' } })
      .catch(() => undefined)
  const change = async (body: object) => {
    const { id } = await on().app.deps.user()
    return () => on().root.client.call(users.update, { params: { id }, body })
  }
  const group = async (): Promise<number> => {
    const body = { contextTypeId: 3, name: 'Team' }
    return (await on().lead.client.call(contexts.create, { body })).data.context.id
  }
  const shared = async (): Promise<{ owner: TestUser; reader: TestUser; id: number; contextId: number }> => {
    const [owner, reader] = [await on().app.deps.user(), await on().app.deps.user()]
    const project = await on().app.deps.project(owner, { type: 2 })
    await on().app.deps.share(project, reader)
    return { owner, reader, id: project.id, contextId: project.context.id }
  }
  const link = async () => {
    const { owner, id: project } = await shared()
    const { data } = await owner.client.call(shares.create, { body: { project } })
    return { owner, params: { id: data.share.id } }
  }
  const chatbot = async () => {
    const owner = await on().app.deps.user()
    const tab = await on().app.deps.tab(owner, await on().app.deps.project(owner))
    const body = { name: 'Shop', description: 'Answers', refProjectTabId: tab.id }
    const { data } = await owner.client.call(chatbots.create, { body })
    return { owner, params: { id: data.ChatBot.id } }
  }
  const sharedNote = async () => {
    const [owner, reader] = [await on().app.deps.user(), await on().app.deps.user()]
    const viewer = viewerOf(owner)
    const note = await on().app.db.transaction((tx) => notes.items().create(tx, viewer, { name: 'A note' }))
    await on().app.deps.share({ context: { id: note.contextId } }, reader)
    return { owner, reader, viewer, note }
  }
  /** A project in the recycle bin; `id` is its context. */
  const binned = async () => {
    const owner = await on().app.deps.user()
    const project = await on().app.deps.project(owner)
    await owner.client.call(projects.remove, { params: { id: project.id } })
    return { owner, id: project.context.id }
  }
  /** A project, and a share of it with a group that needs approval. */
  const asking = async () => {
    const [id, owner] = [await group(), await on().app.deps.user()]
    await on().lead.client.call(contexts.setMember, {
      params: { id, assocContextId: owner.contextId },
      body: {},
    })
    await on().lead.client.call(contexts.update, { params: { id }, body: { needsApproval: true } })
    const project = await on().app.deps.project(owner)
    const assocContexts = [
      { contextId: id, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false },
    ]
    return { owner, project, params: { id: project.id }, assocContexts }
  }
  const asked = async () => {
    const { owner, project, params, assocContexts } = await asking()
    await owner.client.call(projects.update, { params, body: { assocContexts } })
    const { data } = await owner.client.call(publications.ofItem, { params: { id: project.context.id } })
    return { owner, waiting: { id: data.Publications[0]?.id ?? 0 } }
  }
  const token = async () => {
    const { id: userId, client } = await on().app.deps.user()
    const { data } = await client.call(apitokens.saveOfUser, {
      params: { userId },
      body: { name: 'A script' },
    })
    return { client, params: { userId }, id: data.ApiToken?.id ?? 0 }
  }
  let hosts = 0
  const provider = async (): Promise<number> => {
    const addresses = [`http://127.0.0.1:9/${++hosts}`]
    const body = { name: 'Box', kind: 'openai' as const, addresses, isLocal: true }
    return (await on().root.client.call(providers.create, { body })).data.provider.id
  }
  const small = async (): Promise<{ id: number; tagId: number }> => {
    const { data } = await on().root.client.call(models.list, { query: { all: 'true' } })
    const found = data.Models.find(({ name }) => name === 'small')
    return { id: found?.id ?? 0, tagId: found?.tags[0]?.id ?? 0 }
  }

  const announce = () => {
    const ends = new Date(Date.now() + 86_400_000).toISOString()
    const body = { title: 'Maintenance', form: 'banner' as const, ends }
    return on().root.client.call(announcements.create, { body })
  }
  const announced = async () => (await announce()).data.Announcement.id
  return {
    allow,
    failing,
    change,
    group,
    shared,
    link,
    chatbot,
    sharedNote,
    binned,
    asking,
    asked,
    token,
    provider,
    small,
    announce,
    announced,
  }
}
