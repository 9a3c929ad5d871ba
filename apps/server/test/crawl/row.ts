import { contract, type Call, type Calls } from '@polylogue/contract'
import type { Answers, ViewerName } from './viewers.ts'
import type { Ask, Things, World } from './world.ts'

/** One way to make a call, and what each kind of viewer gets. */
export interface Row {
  readonly call: Call
  /** What stands in path, query and body; `path` unless told. */
  readonly about: string
  readonly ask: (on: On) => Ask
  readonly answers: Answers
  /** It changes something for those who may: they get things of their own. */
  readonly changes: boolean
  /** What everyone may read of the things, though they may not read them: a name in a sharing dialog, say. */
  readonly tells: boolean
}

export interface On {
  readonly world: World
  readonly things: Things
  readonly who: ViewerName
}

interface Told {
  readonly about?: string
  readonly tells?: boolean
}

const { auth, users, apitokens, contexts, presence, providers } = contract

/**
 * What no API token may do (S42), and what only a person does: said here once more than in the contract, so that a call that loses its mark is missed. New calls
 * that change people, sessions or tokens are refused without being named.
 */
const NEVER_A_TOKENS: ReadonlySet<Call> = new Set<Call>([
  ...[auth, users, apitokens].flatMap((noun: Calls) =>
    Object.values(noun).filter(({ method, door }) => door === 'signed-in' && method !== 'GET'),
  ),
  auth.logout,
  contexts.create,
  contexts.update,
  contexts.setMember,
  contexts.remove,
  providers.create,
  providers.update,
  providers.remove,
  presence.update,
  presence.remove,
])

/** A row of a call that only reads. */
export const reads = (call: Call, answers: Answers, ask: Row['ask'] = () => ({}), told: Told = {}): Row => ({
  about: 'path',
  tells: false,
  ...told,
  call,
  answers: NEVER_A_TOKENS.has(call) ? { ...answers, apiToken: 403 } : answers,
  ask,
  changes: false,
})

/** A row of a call that changes something. */
export const changes = (
  call: Call,
  answers: Answers,
  ask: Row['ask'] = () => ({}),
  told: Told = {},
): Row => ({
  ...reads(call, answers, ask, told),
  changes: true,
})
