// Signing in and out, sessions, and the first start (reading 2).
import type { Viewer } from '../../access/index.ts'
import type { Routes } from '../../http/routes.ts'
import type { SessionReader } from '../../http/session.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { JobKind } from '../../platform/jobs/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { UsersFeature } from '../users/index.ts'
import { openAttempts } from './attempts.ts'
import { sweepJob } from './jobs.ts'
import { authRoutes } from './routes.ts'
import { ATTEMPT_LIMITS, type SessionLimits } from './rules.ts'
import { authService, type AuthService } from './service.ts'
import { openSessions } from './sessions.ts'
import { openSetUp, type ConfiguredAdmin, type SetUp } from './set-up.ts'
import * as store from './store.ts'
import { openWatch } from './watch.ts'

export type { AuthService } from './service.ts'
export type { ConfiguredAdmin } from './set-up.ts'

export interface AuthFeature {
  readonly service: AuthService
  /** Asked anew for every request: what was revoked or changed counts at once. */
  readonly sessions: SessionReader
  /** Somebody as a viewer without a session; undefined when they may not sign in. */
  viewerOf(userId: number): Promise<Viewer | undefined>
  readonly routes: Routes
  readonly jobs: readonly JobKind<Record<string, never>>[]
  readonly ensureFirstUser: SetUp['ensureFirstUser']
}

/** Signing in and out, sessions, and the first start (reading 2). */
export function authFeature(given: {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  bus: Pick<Bus, 'publish' | 'on'>
  users: UsersFeature
  config: { session: SessionLimits; minimumPasswordStrength: number; admin: ConfiguredAdmin | undefined }
}): AuthFeature {
  const { db, clock, log, config } = given
  const users = given.users.service
  const attempts = openAttempts({ db, clock, limits: ATTEMPT_LIMITS })
  const sessions = openSessions({ ...given, limits: config.session })
  const setUp = openSetUp({ ...given, users, attempts, sessions, admin: config.admin })
  const service = authService({ ...given, users, passwords: given.users.passwords, attempts, sessions })
  const watch = openWatch({ bus: given.bus, log, alive: (ids) => store.alive(db, ids, clock.now()) })
  return {
    service,
    sessions: { viewerOf: sessions.viewerOf, whenEnded: watch.whenEnded },
    viewerOf: sessions.viewerOfUser,
    routes: authRoutes(service, setUp, config.minimumPasswordStrength),
    jobs: [sweepJob({ db, clock, sessions: config.session, attempts: ATTEMPT_LIMITS })],
    ensureFirstUser: setUp.ensureFirstUser,
  }
}
