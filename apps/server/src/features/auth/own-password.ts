// Changing one's own password (SIGNIN-7).
import { isOneself, type Person } from '#access/index.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { Passwords, Account, UsersService } from '#features/users/index.ts'
import { type Attempts, attemptOnPerson } from './attempts/index.ts'
import type { Sessions } from './sessions/index.ts'
import type { SignInAudit } from './sign-in-audit.ts'

/**
 * How long the current session lives after the password change, so that the page can show a message and sign out. At most
 * five seconds (SIGNIN-7), including streams, which are cut shortly after the tokens expire.
 */
const FAREWELL_MS = 4_500

export interface ChangedPassword {
  readonly oldPassword: string
  readonly newPassword: string
  readonly endApiTokens?: boolean | undefined
}

/** Ends the API tokens in the user's own list, in the transaction of the change. */
export type EndTokens = (tx: Tx, viewer: Person) => Promise<void>

interface Deps {
  readonly db: Database
  readonly users: UsersService
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly sessions: Sessions
  readonly signInAudit: SignInAudit
  readonly endTokensOf: EndTokens
}

/**
 * Changes the viewer's own password. Ends all other sessions at once, this one within five seconds, and API tokens on
 * request.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED (another user's, or the account has no password), WRONG_PASSWORD,
 *   VALIDATION_FAILED (too weak, or the old one), TOO_MANY_ATTEMPTS, SERVER_BUSY
 */
export async function changeOwnPassword(
  deps: Deps,
  viewer: Person,
  userId: number,
  { oldPassword, newPassword, endApiTokens = false }: ChangedPassword,
): Promise<void> {
  const { person } = await deps.users.seen(viewer, userId)
  // Only users themselves change their password here (SIGNIN-7).
  if (!isOneself(viewer, person.id)) throw new Problem('PERMISSION_DENIED')
  if (person.passwordHash === '') throw noPassword()
  await proveOld(deps, viewer, person, oldPassword)
  if (newPassword === oldPassword) throw unfit('is the password you have now')
  const to = await deps.users.preparePassword(person, newPassword, 'newPassword')
  await deps.db.transaction(async (tx) => {
    const how = { mustChange: false, from: person.passwordHash }
    if (!(await deps.users.setPassword(tx, userId, to, how))) throw new Problem('WRONG_PASSWORD')
    await deps.sessions.end(tx, { userId, except: viewer.sessionId })
    await deps.sessions.endWithin(tx, viewer.sessionId, FAREWELL_MS)
    if (endApiTokens) await deps.endTokensOf(tx, viewer)
    await deps.signInAudit.passwordChanged(tx, viewer, person.username)
  })
}

/** A wrong password counts as a failed sign-in, so that a stolen session cannot be used to guess it (SIGNIN-7). */
async function proveOld(deps: Deps, viewer: Person, person: Account, password: string): Promise<void> {
  const attempt = attemptOnPerson(person.id, viewer.from?.address ?? '')
  await deps.attempts.refuseIfTooMany(attempt)
  await deps.passwords.inTurn(async ({ verify }) => {
    const reserved = await deps.attempts.reserve(attempt)
    if (!(await verify(person.passwordHash, password))) {
      await deps.signInAudit.passwordRefused(viewer, person.username)
      throw new Problem('WRONG_PASSWORD')
    }
    await deps.db.transaction((tx) => deps.attempts.forgive(tx, attempt, reserved))
  })
}

function noPassword(): Problem {
  const sentence =
    'You sign in through your organisation’s identity provider and have no password here. Change it there.'
  return new Problem('PERMISSION_DENIED', {}, { sentence })
}

function unfit(message: string): Problem {
  const issues = [{ path: 'newPassword', message }]
  return new Problem('VALIDATION_FAILED', { issues: `newPassword ${message}` }, { issues })
}
