// Listing and ending sessions (SIGNIN-13).
import type { Session } from '@polylogue/contract'
import { isOneself, type Person } from '#access/index.ts'
import type { Database } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import type { Account, UsersService } from '#features/users/index.ts'
import type { SignInAudit } from '../sign-in-audit.ts'
import type { Sessions } from './sessions.ts'
import { outranks } from '../rules.ts'

interface Somebody {
  readonly id: number
  readonly roleId: number
}

/** Users, and user managers whose role is not lower, see and end a user's sessions (SIGNIN-13). */
function mayManageSessions(viewer: Person, person: Somebody): boolean {
  if (isOneself(viewer, person.id)) return true
  return viewer.permissions.has('can_manage_users') && !outranks(person.roleId, viewer.roleId)
}

export interface SignIns {
  /** Returns a user's sessions, the latest first. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  list(viewer: Person, userId: number): Promise<Session[]>
  /** Ends one session of a user. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  end(viewer: Person, userId: number, sessionId: string): Promise<void>
  /**
   * Ends all sessions of a user except the current one; returns their number.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED
   */
  endAll(viewer: Person, userId: number): Promise<number>
}

export function signIns(options: {
  db: Database
  users: Pick<UsersService, 'seen'>
  sessions: Sessions
  signInAudit: SignInAudit
}): SignIns {
  const { db, sessions, signInAudit } = options
  const managed = async (viewer: Person, userId: number): Promise<Account> => {
    const { person } = await options.users.seen(viewer, userId)
    if (!mayManageSessions(viewer, person)) throw new Problem('PERMISSION_DENIED')
    return person
  }
  return {
    async list(viewer, userId) {
      await managed(viewer, userId)
      const found = await sessions.list(userId)
      return found.map(({ created, lastUsed, ends, ...session }) => ({
        ...session,
        created: created.toISOString(),
        lastUsed: lastUsed.toISOString(),
        ends: ends.toISOString(),
        current: session.id === viewer.sessionId,
      }))
    },
    async end(viewer, userId, sessionId) {
      const of = await managed(viewer, userId)
      await db.transaction(
        async (tx) => {
          const ended = await sessions.end(tx, { userId, only: sessionId })
          if (ended.length === 0) throw new Problem('NOT_FOUND', { thing: 'session' })
          await signInAudit.ended(tx, { by: viewer, of, why: 'ended', sessionId })
        },
        { essential: true },
      )
    },
    async endAll(viewer, userId) {
      const of = await managed(viewer, userId)
      return db.transaction(
        async (tx) => {
          const { length: count } = await sessions.end(tx, { userId, except: viewer.sessionId })
          if (count > 0) await signInAudit.ended(tx, { by: viewer, of, why: 'ended', count })
          return count
        },
        { essential: true },
      )
    },
  }
}
