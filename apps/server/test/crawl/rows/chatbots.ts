// Chatbots: as items, their inbox, and the calls of their visitors.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item, only, open, type Answers } from '../viewers.ts'

const { chatbots } = contract

/** Guests may not use chatbots; here they are strangers too. */
const GUEST = { guest: 403 } as const

const one = ({ things }: On) => ({ id: things.chatbot.id })
const question = ({ things }: On) => ({ id: things.chatbot.id, messageId: things.visitorMessageId })
const at = ({ things }: On) => ({ identifier: things.chatbot.identifier })

/** Nobody but the visitor, not even the owner. */
const visitor = (status: number): Answers =>
  everybody(401, { disabled: 401, passwordDue: 401, chatbotVisitor: status })

/** The visitor gets their own conversation. */
const OWN = { tells: true }

const visits: Row[] = [
  reads(chatbots.widget, open(403), (on) => ({ params: at(on) })),
  reads(chatbots.widget, open(404), () => ({ params: { identifier: 'unknown' } }), { about: 'unknown' }),
  reads(chatbots.begin, open(403), (on) => ({ params: at(on), body: {} })),
  reads(chatbots.begin, open(404), (on) => ({ params: at(on), body: { secret: 'wrong' } }), {
    about: 'with a wrong secret',
  }),
  reads(chatbots.begin, open(200), (on) => ({ params: at(on), body: { secret: on.things.chatbot.secret } }), {
    about: 'with the secret',
  }),
  reads(chatbots.messages, visitor(200), (on) => ({ params: at(on) }), OWN),
  reads(chatbots.messages, visitor(404), () => ({ params: { identifier: 'another' } }), {
    about: 'of another',
  }),
  reads(chatbots.ask, visitor(200), (on) => ({ params: at(on), body: { prompt: 'Hello?' } }), OWN),
  reads(
    chatbots.ask,
    visitor(404),
    () => ({ params: { identifier: 'another' }, body: { prompt: 'Hello?' } }),
    {
      about: 'of another',
    },
  ),
  reads(chatbots.stop, visitor(200), (on) => ({ params: at(on) })),
  reads(chatbots.rate, visitor(200), (on) => ({
    params: { ...at(on), messageId: on.things.visitorMessageId },
    body: { rating: 1 },
  })),
  reads(
    chatbots.rate,
    visitor(404),
    (on) => ({ params: { ...at(on), messageId: 999_999 }, body: { rating: 1 } }),
    { about: 'a message of nobody' },
  ),
  reads(chatbots.document, visitor(404), (on) => ({
    params: { ...at(on), messageId: on.things.visitorMessageId, number: 1 },
  })),
  reads(chatbots.forget, visitor(200), (on) => ({ params: at(on) })),
]

export const chatbotItems: Row[] = [
  reads(chatbots.list, everybody(200, GUEST), ({ world, who }) => ({
    params: { id: (world.people[who] ?? world.owner).id },
    query: { orEmpty: 'true' },
  })),
  reads(
    chatbots.list,
    only(['owner'], 200, 404, GUEST),
    ({ world }) => ({ params: { id: world.owner.id }, query: { orEmpty: 'true' } }),
    { about: 'of the owner' },
  ),
  reads(chatbots.get, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  changes(chatbots.create, item('admin', 201, GUEST), ({ things }) => ({
    body: { name: 'Mine', description: '', refProjectTabId: things.tabId },
  })),
  changes(
    chatbots.create,
    item('read', 201, GUEST),
    ({ world, things, who }) => ({
      body: {
        name: 'Mine',
        description: '',
        refProjectTabId: world.own(who).tabId,
        custInstWhoId: things.custinst.id,
      },
    }),
    { about: 'a foreign instruction in the body' },
  ),
  changes(
    chatbots.create,
    item('read', 201, GUEST),
    ({ world, things, who }) => ({
      body: {
        name: 'Mine',
        description: '',
        refProjectTabId: world.own(who).tabId,
        datasourceId: things.datasource.id,
      },
    }),
    { about: 'a foreign data source in the body' },
  ),
  changes(chatbots.update, item('write', 200, GUEST), (on) => ({
    params: one(on),
    body: { name: 'Changed' },
  })),
  changes(
    chatbots.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { assocContexts: [{ contextId: on.things.person.contextId }] } }),
    { about: 'shares in the body' },
  ),
  changes(chatbots.renewKeys, item('read', 403, { ...GUEST, owner: 200 }), (on) => ({
    params: one(on),
    body: { identifier: true, secret: true },
  })),
  changes(chatbots.preview, item('write', 200, GUEST), (on) => ({ params: one(on), body: {} })),
  changes(chatbots.assistant, everybody(200), () => ({ body: {} })),
  reads(chatbots.inbox, item('write', 200, GUEST), (on) => ({ params: one(on) })),
  reads(chatbots.usage, item('write', 200, GUEST), (on) => ({ params: one(on) })),
  changes(chatbots.openInChat, item('write', 200, GUEST), (on) => ({ params: question(on) })),
  changes(chatbots.settle, item('write', 200, GUEST), (on) => ({ params: question(on) })),
  changes(chatbots.remove, item('admin', 200, GUEST), (on) => ({ params: one(on) })),
  ...visits,
]
