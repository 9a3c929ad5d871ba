import type { Person } from '#access/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { Origin } from './proof.ts'
import type { SignedInPair } from './sessions/index.ts'
import { signIn, type Credentials, type SignInDeps } from './signing-in/sign-in.ts'
import type { SignInAudit } from './sign-in-audit.ts'

export interface AuthService {
  /** @throws Problem SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, SERVER_BUSY */
  signIn(credentials: Credentials, origin: Origin): Promise<SignedInPair>
  /** @throws Problem TOKEN_INVALID, TOKEN_EXPIRED */
  refresh(refreshToken: string | undefined, from?: Person['from']): Promise<SignedInPair>
  signOut(viewer: Person): Promise<void>
}

interface Deps extends SignInDeps {
  readonly log: Log
  readonly signInAudit: SignInAudit
}

export function authService(deps: Deps): AuthService {
  const { db, sessions, signInAudit, log } = deps
  return {
    async signIn(credentials, origin) {
      const signedIn = await signIn(deps, credentials, origin)
      const address = origin.address
      if (!('pair' in signedIn)) {
        await signInAudit.failed({ ...signedIn, origin, method: 'password' })
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
          const ended = await sessions.end(tx, { userId, only: sessionId, signedOut: true })
          if (ended.length > 0)
            await signInAudit.ended(tx, { by: viewer, of: { id: userId }, why: 'signed out' })
        },
        { essential: true },
      )
      log.info({ userId, sessionId }, 'signed out')
    },
  }
}
