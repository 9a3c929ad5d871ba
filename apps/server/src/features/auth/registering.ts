// Signing up, where the configuration allows it (SIGNIN-11).
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { PersonInput, UsersService } from '#features/users/index.ts'
import { type Attempts, attemptFrom } from './attempts/index.ts'
import type { Origin } from './proof.ts'
import type { SignInAudit } from './sign-in-audit.ts'

export interface SignUpConfig {
  readonly allowSignUp: () => boolean
  /** The role of every user who signs up. */
  readonly signUpRoleId: () => number
}

/** A sign-up. Other fields of the request are ignored. */
export type SignUp = PersonInput & { readonly password2?: string | undefined }

interface Deps {
  readonly db: Database
  readonly log: Log
  readonly users: UsersService
  readonly attempts: Attempts
  readonly signInAudit: SignInAudit
  readonly config: SignUpConfig
}

/**
 * Creates the account of a sign-up, in the company and without a tenant.
 * @throws Problem SIGN_UP_DISABLED, TOO_MANY_ATTEMPTS, NAME_TAKEN, VALIDATION_FAILED, SERVER_BUSY
 */
export async function register(
  deps: Deps,
  { firstName, lastName, email, password, password2 = password }: SignUp,
  origin: Origin,
): Promise<{ id: number; username: string }> {
  const { config, users } = deps
  if (!config.allowSignUp()) throw new Problem('SIGN_UP_DISABLED')
  if (password2 !== password) throw notTheSame()
  // Counted before validation and never forgiven: the responses reveal which addresses have an account.
  await deps.attempts.reserve(attemptFrom('sign-up', origin.address))
  const prepared = await users.prepare({ firstName, lastName, email, password })
  const person = await deps.db.transaction(async (tx) => {
    const created = await users.create(tx, prepared, { roleId: config.signUpRoleId() })
    await deps.signInAudit.registered(tx, created, origin)
    return created
  })
  deps.log.info({ userId: person.id, address: origin.address }, 'somebody signed up')
  return { id: person.id, username: person.username }
}

function notTheSame(): Problem {
  const issues = [{ path: 'password2', message: 'does not match the password' }]
  return new Problem('VALIDATION_FAILED', { issues: 'password2 does not match the password' }, { issues })
}
