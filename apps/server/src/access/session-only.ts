// What a token never does, so that deleting a copied one ends all that it was used for (decision 22).
import type { Person } from './viewer.ts'
import { Problem } from '../problem.ts'

const SESSION_ONLY =
  'An API token cannot change accounts, passwords, roles, groups, providers, tokens or sessions, nor read along. Sign in to do this.'

/** Whether somebody who signed in makes the request. @throws Problem PERMISSION_DENIED for an API token. */
export function requireSession({ kind }: Person): void {
  if (kind === 'token') throw new Problem('PERMISSION_DENIED', {}, { sentence: SESSION_ONLY })
}
