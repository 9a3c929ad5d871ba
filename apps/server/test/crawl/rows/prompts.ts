// Saved prompts, their labels, and asking and replaying them.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item, only } from '../viewers.ts'

const ADMINS = ['superUser', 'administrator'] as const

const { prompts, labels, answers, replays } = contract

/** Guests may not use prompts; here they are strangers too. */
const GUEST = { guest: 403 } as const

const one = ({ things }: On) => ({ id: things.prompt.id })
const mine = { title: 'Mine', prompt: 'Be brief.', outputFormId: 1 } as const

export const savedPrompts: Row[] = [
  reads(prompts.list, everybody(200, GUEST)),
  reads(prompts.outputs, everybody(200, GUEST)),
  reads(prompts.contexts, everybody(200, GUEST)),
  reads(prompts.get, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  reads(prompts.versions, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  changes(prompts.create, everybody(201, GUEST), () => ({ body: mine })),
  changes(
    prompts.create,
    everybody(404, GUEST),
    ({ things }) => ({ body: { ...mine, assocContexts: [{ contextId: things.prompt.context.id }] } }),
    { about: 'an item as the holder of a share in the body' },
  ),
  changes(
    prompts.create,
    item('read', 201, GUEST),
    ({ things }) => ({ body: { ...mine, custInstWhoId: things.custinst.id } }),
    { about: 'a foreign custom instruction in the body' },
  ),
  changes(prompts.update, item('write', 200, GUEST), (on) => ({
    params: one(on),
    body: { prompt: 'Changed' },
  })),
  changes(
    prompts.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { assocContexts: [{ contextId: on.things.person.contextId }] } }),
    { about: 'shares in the body' },
  ),
  changes(
    prompts.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { ownerId: (on.world.people[on.who] ?? on.world.owner).id } }),
    { about: 'the caller as the owner in the body' },
  ),
  changes(prompts.like, item('read', 200, GUEST), (on) => ({ params: one(on), body: { liked: true } })),
  changes(prompts.remove, item('admin', 200, GUEST), (on) => ({ params: one(on) })),
  changes(
    answers.ask,
    item('read', 200),
    (on) => ({
      params: { id: 1 },
      body: {
        modelTagId: 1,
        prompt: 'From a saved prompt',
        projectTabId: on.world.own(on.who).tabId,
        promptId: on.things.prompt.id,
      },
    }),
    { about: 'a foreign saved prompt in the body' },
  ),
  changes(
    replays.create,
    item('read', 201),
    (on) => ({
      body: {
        tabId: on.world.own(on.who).tabId,
        modelTagId: 1,
        savedPrompts: [{ promptId: on.things.prompt.id, prompt: 'From a saved prompt' }],
        tabName: 'Again',
      },
    }),
    { about: 'a foreign saved prompt in the body' },
  ),
  reads(labels.categories, everybody(200, GUEST)),
  reads(labels.tags, everybody(200, GUEST)),
  changes(labels.createCategory, everybody(201, GUEST), () => ({ body: { name: 'Law' } })),
  changes(labels.createTag, everybody(201, GUEST), () => ({ body: { name: 'Urgent' } })),
  changes(labels.removeCategory, only(ADMINS, 404, 403, GUEST), () => ({ params: { id: 999_999_999 } })),
  changes(labels.removeTag, only(ADMINS, 404, 403, GUEST), () => ({ params: { id: 999_999_999 } })),
]
