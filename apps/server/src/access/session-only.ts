// Actions that need a session, so that deleting a copied token ends everything it allowed (decision 22).
import type { Person } from './viewer.ts'
import { Problem } from '#problem.ts'

const SESSION_ONLY =
  'An API token cannot change accounts, passwords, roles, groups, providers, tokens or sessions, nor read along. Sign in to do this.'

/** Rejects API tokens. @throws Problem PERMISSION_DENIED for an API token. */
export function requireSession({ kind }: Person): void {
  if (kind === 'token') throw new Problem('PERMISSION_DENIED', {}, { sentence: SESSION_ONLY })
}
