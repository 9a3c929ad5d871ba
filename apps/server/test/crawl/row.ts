import { admits, contract, type Call, type Calls } from '@polylogue/contract'
import type { Answers, ViewerName } from './viewers.ts'
import type { Things } from './things.ts'
import type { Ask, World } from './world.ts'

/** One way to make a call, and the status for each kind of viewer. */
export interface Row {
  readonly call: Call
  /** The content of path, query and body; default `path`. */
  readonly about: string
  readonly ask: (on: On) => Ask
  readonly answers: Answers
  /** The call changes data: permitted viewers get their own items. */
  readonly changes: boolean
  /** Viewers who may not read the items still see their names, for example in a sharing dialog. */
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

const { auth, users, apitokens, branding, contexts, presence, providers, publications } = contract
const { chatbots, shares, unanswered } = contract

/**
 * Calls forbidden for API tokens (TOKEN-2). Repeats the contract on purpose, so that a call that loses its mark is found.
 * New calls that change people, sessions or tokens are refused without being listed.
 */
const NEVER_A_TOKENS: ReadonlySet<Call> = new Set<Call>([
  ...[auth, users, apitokens].flatMap((noun: Calls) =>
    Object.values(noun).filter((call) => !admits(call, 'open') && call.method !== 'GET'),
  ),
  auth.logout,
  contexts.create,
  contexts.update,
  contexts.changeMembers,
  contexts.setMember,
  contexts.remove,
  providers.create,
  providers.update,
  providers.remove,
  publications.approve,
  publications.decline,
  chatbots.create,
  chatbots.update,
  chatbots.renewKeys,
  chatbots.preview,
  chatbots.assistant,
  contract.plugins.allow,
  contract.plugins.revoke,
  shares.create,
  shares.update,
  presence.update,
  presence.remove,
  branding.update,
  branding.reset,
  unanswered.report,
  unanswered.withdraw,
])

/** Returns a row for a read-only call. */
export const reads = (call: Call, answers: Answers, ask: Row['ask'] = () => ({}), told: Told = {}): Row => ({
  about: 'path',
  tells: false,
  ...told,
  call,
  answers: NEVER_A_TOKENS.has(call) ? { ...answers, apiToken: 403 } : answers,
  ask,
  changes: false,
})

/** Returns a row for a call that changes data. */
export const changes = (
  call: Call,
  answers: Answers,
  ask: Row['ask'] = () => ({}),
  told: Told = {},
): Row => ({
  ...reads(call, answers, ask, told),
  changes: true,
})
