import type { Person } from '../../access/index.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sourceOf } from '../../platform/source.ts'
import { Problem } from '../../problem.ts'
import type { Account, Hasher, Passwords, UsersService } from '../users/index.ts'
import type { Attempt, Attempts } from './attempts.ts'
import type { Homes } from './homes.ts'
import type { Origin } from './proof.ts'
import type { Sessions, SignedInPair } from './sessions.ts'
import type { Trail } from './trail.ts'

/** A user name or an e-mail address, and a password, as entered. */
export interface Credentials {
  readonly userName: string
  readonly userPassword: string
}

export interface AuthService {
  /** @throws Problem SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, SERVER_BUSY */
  signIn(credentials: Credentials, origin: Origin): Promise<SignedInPair>
  /** @throws Problem TOKEN_INVALID, TOKEN_EXPIRED */
  refresh(refreshToken: string | undefined, from?: Person['from']): Promise<SignedInPair>
  signOut(viewer: Person): Promise<void>
}

interface Deps {
  readonly db: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly users: UsersService
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly homes: Homes
  readonly sessions: Sessions
  readonly trail: Trail
}

export function authService(deps: Deps): AuthService {
  const { db, sessions, trail, log } = deps
  return {
    async signIn(credentials, origin) {
      const signedIn = await signIn(deps, credentials, origin)
      const address = origin.address
      if (!('pair' in signedIn)) {
        await trail.failed({ ...signedIn, origin, method: 'password' })
        log.info({ address }, 'sign-in failed')
        throw new Problem('SIGN_IN_FAILED')
      }
      log.info({ address, userId: signedIn.userId }, 'signed in')
      return signedIn
    },
    async refresh(refreshToken, from) {
      if (refreshToken === undefined) throw new Problem('TOKEN_INVALID')
      return sessions.refresh(refreshToken, from)
    },
    async signOut(viewer) {
      const { userId, sessionId } = viewer
      await db.transaction(
        async (tx) => {
          const ended = await sessions.end(tx, { userId, only: sessionId })
          if (ended.length > 0) await trail.ended(tx, { by: viewer, of: { id: userId }, why: 'signed out' })
        },
        { essential: true },
      )
      log.info({ userId, sessionId }, 'signed out')
    },
  }
}

/** The account of a failed sign-in, if there is one, and the reason; only for the audit trail. */
interface Failure {
  readonly userId: number | null
  readonly why: string
}

/** Takes the same steps for existing and unknown users, so that neither response nor time reveals the difference (S4). */
async function signIn(
  deps: Deps,
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

/** An attempt with the password of an existing user. */
export function attemptOnPerson(userId: number, address: string): Attempt {
  return { account: `user:${userId}`, userId, address: sourceOf(address) }
}
