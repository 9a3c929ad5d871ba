// Golden sets, their runs and votes.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item } from '../viewers.ts'

const { goldensets } = contract

/** Guests may not use prompts; here they are strangers too. */
const GUEST = { guest: 403 } as const

const one = ({ things }: On) => ({ id: things.goldenset.id })
const run = ({ things }: On) => ({ id: things.goldenset.id, runId: things.goldenRunId })

export const goldenSets: Row[] = [
  reads(goldensets.list, everybody(200, GUEST)),
  reads(goldensets.scorecards, everybody(200, GUEST), () => ({ query: { modelTagId: 1 } })),
  reads(goldensets.get, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  reads(goldensets.runs, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  reads(goldensets.run, item('read', 200, GUEST), (on) => ({ params: run(on) })),
  reads(goldensets.results, item('read', 200, GUEST), (on) => ({ params: run(on) })),
  changes(goldensets.create, everybody(201, GUEST), () => ({ body: { name: 'Mine' } })),
  changes(
    goldensets.create,
    everybody(404, GUEST),
    ({ things }) => ({
      body: { name: 'Mine', assocContexts: [{ contextId: things.goldenset.context.id }] },
    }),
    { about: 'an item as the holder of a share in the body' },
  ),
  changes(
    goldensets.create,
    item('read', 201, GUEST),
    ({ things }) => ({
      body: { name: 'Mine', prompts: [{ promptId: things.prompt.id, title: 'A', prompt: 'A' }] },
    }),
    { about: 'a foreign saved prompt in the body' },
  ),
  changes(goldensets.update, item('write', 200, GUEST), (on) => ({
    params: one(on),
    body: { description: 'Changed' },
  })),
  changes(
    goldensets.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { assocContexts: [{ contextId: on.things.person.contextId }] } }),
    { about: 'shares in the body' },
  ),
  changes(
    goldensets.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { ownerId: (on.world.people[on.who] ?? on.world.owner).id } }),
    { about: 'the caller as the owner in the body' },
  ),
  changes(goldensets.begin, item('write', 201, GUEST), (on) => ({
    params: one(on),
    body: { modelTagIds: [1] },
  })),
  // An ended run is returned unchanged to those who may cancel it.
  reads(goldensets.cancel, item('admin', 200, GUEST), (on) => ({ params: run(on) })),
  changes(goldensets.retry, item('write', 200, GUEST), (on) => ({ params: run(on) })),
  reads(goldensets.pair, item('read', 200, GUEST), (on) => ({ params: run(on) })),
  reads(goldensets.vote, item('read', 404, GUEST), (on) => ({
    params: { ...run(on), voteId: 999_999 },
    body: { choice: 'tie' },
  })),
  changes(goldensets.remove, item('admin', 200, GUEST), (on) => ({ params: one(on) })),
]
