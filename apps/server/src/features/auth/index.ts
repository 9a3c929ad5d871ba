// Signing in and out, sessions, and the first start (SIGNIN-*).
import type { Person } from '#access/index.ts'
import type { Routes } from '#http/routes.ts'
import type { SessionSource } from '#http/viewers.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { AuditService } from '#features/audit/index.ts'
import type { UsersFeature } from '#features/users/index.ts'
import {
  ATTEMPT_LIMITS,
  openAttempts,
  SIGN_UP_LIMITS,
  SSO_LIMITS,
  type AttemptLimits,
} from './attempts/index.ts'
import { openHomes } from './signing-in/homes.ts'
import { sweepJob } from './jobs.ts'
import { changeOwnPassword, type EndTokens } from './own-password.ts'
import { authRoutes } from './routes.ts'
import { register, type SignUpConfig } from './registering.ts'
import { alive, openSessions, openWatch, signIns, type SessionLimits } from './sessions/index.ts'
import { authService, type AuthService } from './service.ts'
import { openSetUp, type ConfiguredAdmin, type SetUp } from './set-up/set-up.ts'
import { openSso, type EndEveryToken, type SsoConfig } from './sso/sso.ts'
import { openSignInAudit } from './sign-in-audit.ts'

export type { AuthService } from './service.ts'
export { CONFIGURED_NAME, type ConfiguredAdmin } from './set-up/set-up.ts'
export { viewerFrom, openWatch } from './sessions/index.ts'
export type { SsoConfig } from './sso/sso.ts'

export interface AuthFeature {
  readonly service: AuthService
  /** Reads the database for every request, so that revocations and changes apply at once. */
  readonly sessions: SessionSource
  /** Returns a user as a viewer without a session; undefined when they may neither sign in nor use an API token. */
  viewerOf(userId: number): Promise<Person | undefined>
  /** Ends every session of a user, in the transaction that changes or removes them. Returns the number of sessions. */
  endSessionsOf(tx: Tx, userId: number | readonly number[]): Promise<number>
  readonly routes: Routes
  readonly jobs: readonly JobKind<Record<string, never>>[]
  readonly ensureFirstUser: SetUp['ensureFirstUser']
  /** Closes the connections to the identity provider. */
  close(): Promise<void>
}

export interface AuthDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly bus: Pick<Bus, 'publish' | 'on' | 'onGap'>
  readonly outbound: Pick<Outbound, 'trusted'>
  readonly audit: AuditService
  readonly users: UsersFeature
  readonly endTokensOf: EndTokens
  readonly endEveryTokenOf: EndEveryToken
  readonly config: SignUpConfig & {
    readonly session: SessionLimits
    readonly minimumPasswordStrength: () => number
    readonly admin: ConfiguredAdmin | undefined
    /** Undefined when single sign-on is off. */
    readonly sso?: SsoConfig | undefined
  }
}

/** Creates the feature: sign-in, sign-out, sign-up, sessions, single sign-on and the first start (SIGNIN-*). */
export function authFeature(deps: AuthDeps): AuthFeature {
  const { db, clock, log, config } = deps
  const parts = partsOf(deps)
  const { sessions, signInAudit, users } = parts
  const limited = (limits: AttemptLimits) => openAttempts({ db, clock, limits, refused: signInAudit.limited })
  const attempts = limited(ATTEMPT_LIMITS)
  const setUp = openSetUp({ ...parts, attempts, admin: config.admin })
  const service = authService({ ...parts, attempts, homes: openHomes() })
  const sso = openSso({ ...parts, attempts: limited(SSO_LIMITS) }, config.sso)
  const signUp = { ...parts, attempts: limited(SIGN_UP_LIMITS), config }
  const watch = openWatch({ bus: deps.bus, clock, log, alive: (ids) => alive(db, ids, clock.now()) })
  return {
    service,
    sessions: {
      kind: 'person',
      needsHeader: true,
      viewerOf: (token, { address, requestId }) => sessions.viewerOf(token, { address, requestId }),
      canRenew: sessions.canRenew,
      isKnownSource: sessions.isKnownSource,
      whenEnded: watch.whenEnded,
    },
    viewerOf: sessions.viewerOfUser,
    endSessionsOf: async (tx, userId) => (await sessions.end(tx, { userId })).length,
    routes: authRoutes({
      service,
      setUp,
      sso,
      signIns: signIns({ db, users, sessions, signInAudit }),
      register: (person, origin) => register(signUp, person, origin),
      changePassword: (viewer, userId, sent) =>
        changeOwnPassword({ ...parts, attempts }, viewer, userId, sent),
      minimumPasswordStrength: config.minimumPasswordStrength,
    }),
    jobs: [sweepJob({ db, clock, sessions: config.session, attempts: ATTEMPT_LIMITS })],
    ensureFirstUser: setUp.ensureFirstUser,
    close: () => sso.close(),
  }
}

/** Creates the services that all ways of signing in share. */
function partsOf({ users: { service: users, passwords, accounts }, ...deps }: AuthDeps) {
  const signInAudit = openSignInAudit(deps)
  const sessions = openSessions({ ...deps, accounts, signInAudit, limits: deps.config.session })
  return { ...deps, users, passwords, accounts, signInAudit, sessions }
}
