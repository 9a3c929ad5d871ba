// Data sources and their documents, which have the access of their source; and chats that refer to them.
import { contract } from '@polylogue/contract'
import { CANARY } from '../item-things.ts'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item, only } from '../viewers.ts'

const { datasources, media, projects, sites, tabs, testQuestions, unanswered, vectors } = contract

/** Guests may not use data sources; here they are strangers too. */
const GUEST = { guest: 403 } as const

const one = ({ things }: On) => ({ id: things.datasource.id })
const document = ({ things }: On) => ({ id: things.mediaId })
const question = ({ things }: On) => ({ id: things.datasource.id, questionId: things.testQuestionId })
const address = ({ things }: On) => ({ id: things.addressId })
const site = ({ things }: On) => ({ id: things.siteId })
const own = ({ world, who }: On) => world.own(who)
const using = ({ world }: On) => ({ defaultDatasourceId: world.standing.datasource.id })
const file = { name: 'mine.txt', mime_type: 'text/plain', content: Buffer.from('mine').toString('base64') }

export const dataSources: Row[] = [
  reads(datasources.list, everybody(200, GUEST)),
  reads(datasources.labels, everybody(200, GUEST)),
  reads(datasources.get, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  reads(datasources.search, item('read', 200, GUEST), (on) => ({ params: one(on), body: { q: CANARY } }), {
    // The question has the word itself.
    tells: false,
  }),
  reads(
    datasources.search,
    item('read', 200, GUEST),
    (on) => ({ params: one(on), body: { q: CANARY, aboutMedia: on.things.mediaId } }),
    { about: 'a document in the body', tells: false },
  ),
  reads(vectors.get, everybody(200, GUEST)),
  // Guide makes no vectors.
  changes(vectors.update, only(['superUser'], 409, 403), () => ({ body: { modelTagId: 1 } })),
  changes(vectors.update, only(['superUser'], 200, 403), () => ({ body: { modelTagId: null } }), {
    about: 'no model in the body',
  }),
  changes(vectors.cancel, item('write', 200, GUEST), (on) => ({ params: one(on) })),
  changes(vectors.resume, item('write', 200, GUEST), (on) => ({ params: one(on) })),
  changes(datasources.create, everybody(201, GUEST), () => ({ body: { name: 'Mine' } })),
  changes(
    datasources.create,
    everybody(404, GUEST),
    ({ things }) => ({ body: { name: 'Mine', media: [{ media_id: things.mediaId }] } }),
    { about: 'a foreign document in the body' },
  ),
  changes(
    datasources.create,
    everybody(404, GUEST),
    ({ things }) => ({
      body: { name: 'Mine', assocContexts: [{ contextId: things.datasource.context.id }] },
    }),
    { about: 'an item as the holder of a share in the body' },
  ),
  changes(datasources.update, item('write', 200, GUEST), (on) => ({
    params: one(on),
    body: { chunkSize: 512, media: [file] },
  })),
  changes(
    datasources.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { summary: 'Changed' } }),
    { about: 'a summary in the body' },
  ),
  changes(
    datasources.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { assocContexts: [{ contextId: on.things.person.contextId }] } }),
    { about: 'shares in the body' },
  ),
  changes(
    datasources.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { ownerId: (on.world.people[on.who] ?? on.world.owner).id } }),
    { about: 'the caller as the owner in the body' },
  ),
  changes(datasources.remove, item('admin', 200, GUEST), (on) => ({ params: one(on) })),
  changes(media.begin, item('write', 201, GUEST), (on) => ({
    params: one(on),
    body: { name: 'mine.txt', size: 4 },
  })),
  changes(media.append, item('write', 200, GUEST), (on) => ({
    params: { id: on.things.uploadId },
    body: { offset: 0, base64: file.content },
  })),
  reads(media.get, item('read', 200, GUEST), (on) => ({ params: document(on) })),
  reads(media.text, item('read', 200, GUEST), (on) => ({ params: document(on) })),
  reads(media.cut, item('read', 200, GUEST), (on) => ({
    params: document(on),
    body: { chunkSize: 64, chunkOverlap: 16, useContextual: true },
  })),
  changes(media.setChunk, item('write', 200, GUEST), ({ things }) => ({
    params: { id: things.mediaId, chunkId: things.chunkId },
    body: { isOff: true },
  })),
  reads(media.switchedOff, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  reads(media.base64, item('read', 200, GUEST), (on) => ({ params: document(on) })),
  reads(media.binary, item('read', 200, GUEST), (on) => ({ params: document(on) })),
  changes(media.index, item('write', 200, GUEST), (on) => ({ params: document(on) })),
  changes(media.indexFailed, item('write', 200, GUEST), (on) => ({ params: one(on) })),
  changes(media.cancel, item('write', 200, GUEST), (on) => ({ params: document(on) })),
  changes(media.cancelAll, item('write', 200, GUEST), (on) => ({ params: one(on) })),
  changes(media.update, item('write', 200, GUEST), (on) => ({
    params: address(on),
    body: { refresh: 'weekly' },
  })),
  changes(media.refresh, item('write', 200, GUEST), (on) => ({ params: address(on) })),
  reads(sites.list, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  changes(sites.create, item('write', 201, GUEST), (on) => ({
    params: one(on),
    body: { kind: 'sitemap', url: 'https://nowhere.invalid/sitemap.xml' },
  })),
  changes(sites.update, item('write', 200, GUEST), (on) => ({
    params: site(on),
    body: { refresh: 'weekly' },
  })),
  changes(sites.refresh, item('write', 200, GUEST), (on) => ({ params: site(on) })),
  changes(sites.removeGone, item('write', 200, GUEST), (on) => ({ params: site(on) })),
  changes(sites.remove, item('write', 200, GUEST), (on) => ({ params: site(on) })),
  changes(media.remove, item('write', 200, GUEST), (on) => ({ params: document(on) })),
  reads(testQuestions.list, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  reads(testQuestions.runs, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  changes(testQuestions.create, item('write', 201, GUEST), (on) => ({
    params: one(on),
    body: { q: 'Mine', expected: { mediaId: on.things.mediaId } },
  })),
  changes(testQuestions.update, item('write', 200, GUEST), (on) => ({
    params: question(on),
    body: { q: 'Mine' },
  })),
  changes(testQuestions.remove, item('write', 200, GUEST), (on) => ({ params: question(on) })),
  changes(testQuestions.run, item('write', 201, GUEST), (on) => ({ params: one(on) })),
  reads(unanswered.list, item('write', 200, GUEST), (on) => ({ params: one(on) })),
  changes(
    unanswered.report,
    only(['owner'], 200, 404, GUEST),
    (on) => ({ params: one(on), body: { messageId: on.things.messageId } }),
    { about: 'a foreign message in the body' },
  ),
  reads(unanswered.own, everybody(200), (on) => ({ params: one(on) })),
  changes(unanswered.withdraw, everybody(404), (on) => ({
    params: { id: on.things.datasource.id, messageId: on.things.messageId },
  })),
  changes(unanswered.solve, item('write', 200, GUEST), (on) => ({
    params: { id: on.things.datasource.id, questionId: on.things.unansweredId },
    body: { mediaId: null },
  })),
  changes(unanswered.dismiss, item('write', 200, GUEST), (on) => ({
    params: { id: on.things.datasource.id, questionId: on.things.unansweredId },
  })),
  changes(projects.create, item('read', 201), (on) => ({ body: { name: 'Mine', ...using(on) } }), {
    about: 'a foreign data source in the body',
  }),
  changes(
    projects.update,
    item('read', 200),
    (on) => ({ params: { id: own(on).projectId }, body: using(on) }),
    { about: 'a foreign data source in the body' },
  ),
  changes(tabs.create, item('read', 201), (on) => ({ params: { id: own(on).projectId }, body: using(on) }), {
    about: 'a foreign data source in the body',
  }),
  changes(tabs.update, item('read', 200), (on) => ({ params: { id: own(on).tabId }, body: using(on) }), {
    about: 'a foreign data source in the body',
  }),
]
