import type { Viewer } from '../../access/index.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Problem } from '../../problem.ts'
import type { Passwords, Person, UsersService } from '../users/index.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { sourceOf } from './rules.ts'
import type { Origin, Sessions, SignedInPair } from './sessions.ts'

/** A user name or an e-mail address, and a password, as typed. */
export interface Credentials {
  readonly userName: string
  readonly userPassword: string
}

export interface AuthService {
  /** @throws Problem SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, SERVER_BUSY */
  signIn(credentials: Credentials, origin: Origin): Promise<SignedInPair>
  /** @throws Problem TOKEN_INVALID, TOKEN_EXPIRED */
  refresh(refreshToken: string | undefined): Promise<SignedInPair>
  signOut(viewer: Viewer): Promise<void>
}

interface Given {
  readonly db: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly users: UsersService
  readonly passwords: Passwords
  readonly attempts: Attempts
  readonly sessions: Sessions
}

export function authService(given: Given): AuthService {
  const { sessions, log } = given
  return {
    async signIn(credentials, origin) {
      const signedIn = await signIn(given, credentials, origin)
      const address = origin.address
      if (!signedIn) {
        log.info({ address }, 'sign-in failed')
        throw new Problem('SIGN_IN_FAILED')
      }
      log.info({ address, userId: signedIn.userId }, 'signed in')
      return signedIn
    },
    async refresh(refreshToken) {
      if (refreshToken === undefined) throw new Problem('TOKEN_INVALID')
      return sessions.refresh(refreshToken)
    },
    async signOut(viewer) {
      await sessions.end(viewer.sessionId)
      log.info({ userId: viewer.userId, sessionId: viewer.sessionId }, 'signed out')
    },
  }
}

/** The same steps for everybody, there or not: neither answer nor time tells them apart (S4). */
async function signIn(
  given: Given,
  { userName, userPassword }: Credentials,
  origin: Origin,
): Promise<SignedInPair | undefined> {
  const person = await given.users.byName(userName)
  const attempt = attemptOn(given.secrets, person, userName, origin)
  await given.attempts.refuseIfTooMany(attempt)
  return given.passwords.inTurn(async ({ verify }) => {
    const reserved = await given.attempts.reserve(attempt)
    const right = await verify(person?.passwordHash, userPassword)
    if (!person || !right || !person.canUseUi) return undefined
    return given.db.transaction(
      async (tx) => {
        const signedIn = await given.sessions.begin(tx, person.id, origin, person.passwordHash)
        if (signedIn) await given.attempts.forgive(tx, attempt, reserved)
        return signedIn
      },
      { essential: true },
    )
  })
}

/** A name that nobody has is counted like one that somebody has, but not kept: it may be a mistyped password. */
function attemptOn(secrets: Secrets, person: Person | undefined, userName: string, origin: Origin): Attempt {
  const name = userName.normalize('NFKC').trim().toLowerCase()
  return {
    account: person ? `user:${person.id}` : `name:${secrets.digest(name).toString('base64url')}`,
    userId: person?.id ?? null,
    address: sourceOf(origin.address),
  }
}
