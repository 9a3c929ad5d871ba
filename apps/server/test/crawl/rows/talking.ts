// Projects, tabs, messages, answers: owned and shared by users. No role gives access to them (ROLE-3).
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item, only } from '../viewers.ts'
import { the } from '../item-things.ts'

const { projects, presence, tabs, queries, answers, replays, proposals, search, translate } = contract

const self = ({ world, who }: On) => ({ id: (world.people[who] ?? world.owner).id })
const owners = ({ world }: On) => ({ id: world.owner.id })
const project = ({ things }: On) => ({ id: things.project.id })
const visit = (on: On) => ({ ...project(on), visitId: '7d444840-9dc0-11d1-b245-5ffdce74fad2' })
const tab = ({ things }: On) => ({ id: things.tabId })
const message = ({ things }: On) => ({ id: things.messageId })
/** The viewer's own item, to combine with a foreign one. */
const ownProject = ({ world, who }: On) => world.own(who).projectId
const ownTab = ({ world, who }: On) => world.own(who).tabId

const question = (on: On, more: object = {}) => ({
  params: { id: 1 },
  body: { modelTagId: 1, prompt: 'What is a tab?', projectTabId: on.things.tabId, ...more },
})

export const talking: Row[] = [
  reads(proposals.list, everybody(200)),
  reads(proposals.shuffle, everybody(200), () => ({ params: { count: 4 } })),
  // A language that no model is asked for, so that nothing is counted as usage later.
  reads(translate.text, everybody(400, { guest: 403 }), () => ({
    body: { targetLang: 'aa', sourceText: 'Good morning' },
  })),
  reads(translate.langs, everybody(200, { guest: 403 }), () => ({ query: { language: 'de' } })),
  reads(projects.list, everybody(200), (on) => ({ params: self(on) }), { about: 'the caller’s' }),
  reads(projects.list, only(['owner'], 200, 404), (on) => ({ params: owners(on) }), { about: 'the owner’s' }),
  changes(projects.create, everybody(201), () => ({ body: { name: 'Mine' } })),
  changes(
    projects.create,
    everybody(404, { owner: 201, guest: 403 }),
    ({ things, world, who }) => ({
      body: {
        name: 'Mine',
        assocContexts: [
          { contextId: who === 'owner' ? the(world.people.reader).contextId : things.project.context.id },
        ],
      },
    }),
    { about: 'an item as the holder of a share in the body' },
  ),
  changes(projects.ensureDefault, everybody(200), (on) => ({ params: self(on), body: {} }), {
    about: 'the caller’s',
  }),
  changes(projects.ensureDefault, only(['owner'], 200, 404), (on) => ({ params: owners(on), body: {} }), {
    about: 'the owner’s',
  }),
  changes(projects.import, everybody(201), () => ({
    body: { name: 'Brought', chats: [{ name: 'One', turns: [{ queryText: 'a', responseText: 'b' }] }] },
  })),
  changes(
    projects.import,
    everybody(201),
    () => ({
      body: {
        name: 'Brought',
        chats: [
          { name: 'One', turns: [{ queryText: 'a', responseText: 'b' }], created: '2025-01-01T00:00:00Z' },
        ],
        separately: true,
        skipKnown: true,
      },
    }),
    { about: 'separately' },
  ),
  changes(projects.importEnded, item('read', 200), (on) => ({
    body: { projectId: project(on).id, imported: 3, notImported: 1 },
  })),
  changes(
    projects.importEnded,
    everybody(200),
    () => ({
      body: { projectId: null, imported: 0, notImported: 1, failed: true },
    }),
    { about: 'of no project' },
  ),
  reads(projects.get, item('read', 200), (on) => ({ params: project(on) })),
  reads(projects.activity, item('read', 200), (on) => ({ params: project(on) })),
  reads(projects.archived, everybody(200), (on) => ({ params: self(on) }), { about: 'the caller’s' }),
  reads(projects.archived, only(['owner'], 200, 404), (on) => ({ params: owners(on) }), {
    about: 'the owner’s',
  }),
  changes(projects.archive, item('read', 200), (on) => ({ params: project(on), body: { archived: true } })),
  changes(presence.update, item('read', 200), (on) => ({ params: visit(on) })),
  changes(presence.remove, item('read', 200), (on) => ({ params: visit(on) })),
  changes(projects.update, item('write', 200), (on) => ({ params: project(on), body: { name: 'Renamed' } })),
  changes(
    projects.update,
    item('admin', 200),
    (on) => ({
      params: project(on),
      body: { assocContexts: [{ contextId: on.things.person.contextId }] },
    }),
    { about: 'shares in the body' },
  ),
  changes(projects.update, item('admin', 200), (on) => ({ params: project(on), body: { type: 0 } }), {
    about: 'the type in the body',
  }),
  changes(
    projects.update,
    item('admin', 200),
    (on) => ({
      params: project(on),
      body: { ownerId: (on.world.people[on.who] ?? on.world.owner).id },
    }),
    { about: 'the caller as the owner in the body' },
  ),
  changes(
    projects.update,
    everybody(200),
    (on) => ({
      params: { id: ownProject(on) },
      body: {
        id: on.things.project.id,
        uuId: '0',
        hasAdminAccess: true,
        name: 'Renamed',
        context: on.things.project.context,
      },
    }),
    { about: 'the caller’s in the path, another in the body' },
  ),
  changes(projects.remove, item('admin', 200), (on) => ({ params: project(on) })),

  reads(tabs.list, item('read', 200), (on) => ({ params: project(on) })),
  changes(tabs.create, item('write', 201), (on) => ({ params: project(on), body: { name: 'New' } })),
  changes(tabs.order, item('write', 200), (on) => ({
    params: project(on),
    body: { tabIds: [on.things.secondTabId, on.things.tabId] },
  })),
  changes(
    tabs.order,
    everybody(409),
    (on) => ({
      params: { id: ownProject(on) },
      body: { tabIds: [on.things.secondTabId, on.things.tabId] },
    }),
    { about: 'foreign tabs in the body' },
  ),
  reads(tabs.get, item('read', 200), (on) => ({ params: tab(on) })),
  changes(tabs.update, item('write', 200), (on) => ({ params: tab(on), body: { name: 'Renamed' } })),
  changes(
    tabs.update,
    everybody(200),
    (on) => ({
      params: { id: ownTab(on) },
      body: { projectId: on.things.project.id, id: on.things.tabId, name: 'Renamed' },
    }),
    { about: 'the caller’s in the path, another in the body' },
  ),
  changes(tabs.copy, item('write', 201), (on) => ({ params: tab(on), body: {} })),
  changes(tabs.move, item('admin', 200), (on) => ({ params: tab(on), body: { projectId: ownProject(on) } }), {
    about: 'a foreign tab out of its project',
  }),
  changes(
    tabs.move,
    item('write', 200),
    (on) => ({ params: { id: ownTab(on) }, body: { projectId: on.things.project.id } }),
    { about: 'the caller’s tab into a foreign project' },
  ),
  // Other users asked in it, so a viewer with write access cannot remove it (ACCESS-9).
  changes(tabs.remove, item('admin', 200), (on) => ({ params: tab(on) })),

  reads(queries.list, item('read', 200), (on) => ({ params: tab(on) })),
  reads(queries.history, everybody(200)),
  reads(
    queries.history,
    everybody(200),
    ({ things }) => ({ query: { projectId: things.project.id, projectTabId: things.tabId } }),
    { about: 'foreign ids in the query' },
  ),
  reads(queries.comparisons, everybody(200), (on) => ({ query: { projectId: on.things.project.id } })),
  reads(queries.compared, item('read', 200), ({ things }) => ({ params: { compareId: things.compareId } })),
  changes(queries.remove, item('admin', 200), (on) => ({ params: message(on) })),
  changes(
    queries.rate,
    only(['owner'], 200, 404, { reader: 403, writer: 403, itemAdmin: 403, member: 403, transitive: 403 }),
    (on) => ({ params: message(on), body: { rating: 1 } }),
  ),
  reads(queries.attachment, item('read', 200), ({ world }) => ({
    params: { id: world.attachedId, index: 0 },
  })),

  changes(answers.ask, item('write', 200), (on) => question(on)),
  changes(answers.ask, item('write', 404), (on) => question(on, { projectId: ownProject(on) }), {
    about: 'the tab of another project in the body',
  }),
  changes(
    answers.ask,
    everybody(404),
    (on) => question(on, { projectTabId: ownTab(on), replacesQueryId: on.world.standing.messageId }),
    { about: 'a foreign message to replace' },
  ),
  changes(answers.stream, item('write', 200), (on) => question(on)),
  reads(answers.readFile, everybody(200), () => ({
    body: { name: 'mine.txt', mime_type: 'text/plain', base64: Buffer.from('mine').toString('base64') },
  })),
  // Without the packages in tests: everybody who may chat gets to know that.
  reads(answers.readText, everybody(409), () => ({
    body: { name: 'mine.png', mime_type: 'image/png', base64: Buffer.from('mine').toString('base64') },
  })),
  reads(answers.resume, item('read', 200), (on) => ({ params: message(on) })),
  changes(replays.create, item('write', 201), (on) => ({
    body: { tabId: on.things.tabId, modelTagId: 1, promptIds: [on.things.messageId], tabName: 'Again' },
  })),
  changes(
    replays.create,
    everybody(404),
    (on) => ({
      body: { tabId: ownTab(on), modelTagId: 1, promptIds: [on.world.standing.messageId], tabName: 'Again' },
    }),
    { about: 'foreign messages in the body' },
  ),
  reads(replays.get, item('read', 200), (on) => ({ params: tab(on) })),
  changes(replays.cancel, everybody(404), (on) => ({ params: tab(on) })),
  // The answer has ended: a viewer who may stop it gets it unchanged.
  changes(answers.stop, item('admin', 200), (on) => ({ params: message(on) })),

  reads(search.find, everybody(200), () => ({ query: { q: 'canary' } })),
]
