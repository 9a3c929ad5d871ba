// Checks the name and the password of a sign-in, and begins the session.
import type { Database } from '#platform/db/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sourceOf } from '#platform/source.ts'
import type { Account, Hasher, Passwords, UsersService } from '#features/users/index.ts'
import { type Attempts, attemptOnPerson, type Attempt } from '../attempts/index.ts'
import type { Origin } from '../proof.ts'
import type { Sessions, SignedInPair } from '../sessions/index.ts'
import type { Homes } from './homes.ts'

/** A user name or an e-mail address, and a password, as entered. */
export interface Credentials {
  readonly userName: string
  readonly userPassword: string
}

export interface SignInDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly users: UsersService
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly homes: Homes
  readonly sessions: Sessions
}

/** The account of a failed sign-in, if there is one, and the reason; only for the audit trail. */
interface Failure {
  readonly userId: number | null
  readonly why: string
}

/**
 * Takes the same steps for existing and unknown users, so that neither response nor time reveals the difference (SIGNIN-3).
 */
export async function signIn(
  deps: SignInDeps,
  { userName, userPassword }: Credentials,
  origin: Origin,
): Promise<SignedInPair | Failure> {
  const person = await deps.users.byName(userName)
  const attempt = attemptOn(deps.secrets, person, userName, origin)
  await deps.attempts.refuseIfTooMany(attempt)
  // Guesses of strangers must not delay who signs in where they signed in before.
  const isFirst = person !== undefined && deps.homes.has(person.id, attempt.address)
  const work = async ({ verify, rehash }: Hasher) => {
    const reserved = await deps.attempts.reserve(attempt)
    const right = await verify(person?.passwordHash, userPassword)
    if (!person || !right || !person.canUseUi) return failure(person, right)
    const { id, passwordHash } = person
    const rehashed = await rehash(passwordHash, userPassword)
    const proof = { method: 'password', passwordHash, rehashed } as const
    const signedIn = await deps.db.transaction(
      async (tx) => {
        const begun = await deps.sessions.begin(tx, id, origin, proof)
        if (begun) await deps.attempts.forgive(tx, attempt, reserved)
        return begun
      },
      { essential: true },
    )
    if (signedIn) deps.homes.note(id, attempt.address)
    return signedIn ?? { userId: id, why: 'the account changed meanwhile' }
  }
  return deps.passwords.inTurn(work, { isFirst })
}

function failure(person: Account | undefined, right: boolean): Failure {
  if (!person) return { userId: null, why: 'nobody has this name' }
  return { userId: person.id, why: right ? 'the account is disabled' : 'the password was wrong' }
}

/** An unknown name is counted like a known one but not stored: it may be a mistyped password. */
function attemptOn(secrets: Secrets, person: Account | undefined, userName: string, origin: Origin): Attempt {
  const name = userName.normalize('NFKC').trim().toLowerCase()
  if (person) return attemptOnPerson(person.id, origin.address)
  const account = `name:${secrets.digest(name).toString('base64url')}`
  return { account, userId: null, address: sourceOf(origin.address) }
}
