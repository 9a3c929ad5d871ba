// Requests to publish items to groups that need approval. The group's writer and admin decide, and its owner; roles do not.
import { createHash } from 'node:crypto'
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item, only } from '../viewers.ts'
import { CANARY } from '../item-things.ts'

const { publications } = contract

const one = ({ things }: On) => ({ id: things.publicationId })
const REVIEWERS = ['owner', 'writer', 'itemAdmin'] as const
const read = JSON.stringify([
  `Prompt ${CANARY}`,
  [
    ['prompt', CANARY],
    ['comment', CANARY],
    ['outputFormId', '1'],
  ],
  false,
  false,
])
const ifMatch = createHash('sha256').update(read).digest('base64url')

export const publishing: Row[] = [
  reads(publications.list, everybody(200)),
  reads(publications.list, everybody(200), () => ({ query: { own: 'true' } }), { about: 'the caller’s' }),
  reads(publications.ofItem, item('admin', 200), ({ things }) => ({
    params: { id: things.prompt.context.id },
  })),
  reads(publications.get, only(REVIEWERS, 200, 404), (on) => ({ params: one(on) })),
  changes(publications.approve, only(REVIEWERS, 200, 404), (on) => ({ params: one(on), body: { ifMatch } })),
  changes(publications.decline, only(REVIEWERS, 200, 404), (on) => ({
    params: one(on),
    body: { reason: 'Too long' },
  })),
  changes(publications.remove, only(['owner', 'itemAdmin'], 200, 404), (on) => ({ params: one(on) })),
]
