// Prompt ideas: everybody on the same side of the tenant wall reads them; the creator and administrators change them.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, only } from '../viewers.ts'

const { ideas } = contract

/** Guests may not use prompts. */
const GUEST = { guest: 403 } as const
const MANAGERS = ['superUser', 'administrator', 'owner'] as const
/** The idea of people without a tenant does not exist for people of one. */
const MANAGED = { ...GUEST, otherTenant: 404 } as const

const one = ({ things }: On) => ({ id: things.ideaId })

export const promptIdeas: Row[] = [
  reads(ideas.list, everybody(200, GUEST), () => ({ query: { limit: 50 } }), { tells: true }),
  changes(ideas.create, everybody(201, GUEST), () => ({ body: { prompt: 'Be brief.', categoryId: 1 } })),
  changes(ideas.update, only(MANAGERS, 200, 403, MANAGED), (on) => ({
    params: one(on),
    body: { prompt: 'Changed' },
  })),
  changes(
    ideas.update,
    only(['superUser', 'administrator'], 200, 403, GUEST),
    () => ({ params: { id: 1 }, body: { categoryId: 2 } }),
    { about: 'an idea of the product' },
  ),
  changes(ideas.remove, only(MANAGERS, 200, 403, MANAGED), (on) => ({ params: one(on) })),
]
