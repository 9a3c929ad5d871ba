import { contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { routes, type Routes } from '#http/routes.ts'
import type { ChangedPassword } from './own-password.ts'
import type { SignUp } from './registering.ts'
import type { AuthService } from './service.ts'
import type { Origin } from './proof.ts'
import type { SignedInPair, SignIns } from './sessions/index.ts'
import type { SetUp } from './set-up/set-up.ts'
import type { Sso } from './sso/sso.ts'

/** The services behind the calls. */
export interface AuthServices {
  readonly service: AuthService
  readonly setUp: SetUp
  readonly sso: Sso
  readonly signIns: SignIns
  readonly register: (person: SignUp, origin: Origin) => Promise<{ id: number; username: string }>
  readonly changePassword: (viewer: Person, userId: number, passwords: ChangedPassword) => Promise<void>
  readonly minimumPasswordStrength: () => number
}

export function authRoutes(services: AuthServices): Routes {
  const { service, setUp, sso, signIns, minimumPasswordStrength } = services
  return routes(contract.auth, {
    authenticate: async (_, { body }, facts) => reply(await service.signIn(body, facts)),
    refresh: async (_, _input, facts) => reply(await service.refresh(facts.bearer, facts)),
    register: async (_, { body }, facts) => ({ user: await services.register(body, facts) }),
    ssoState: () => sso.state(),
    ssoBegin: (_, { body }) => sso.begin(body.redirectUri),
    ssoFinish: async (_, { body }, facts) => reply(await sso.finish(body, facts)),
    async changePassword(viewer, { params, body }) {
      await services.changePassword(viewer, params.id, body)
      return {}
    },
    sessions: async (viewer, { params }) => ({ Sessions: await signIns.list(viewer, params.id) }),
    async endSession(viewer, { params }) {
      await signIns.end(viewer, params.id, params.sessionId)
      return {}
    },
    endSessions: async (viewer, { params }) => ({ ended: await signIns.endAll(viewer, params.id) }),
    logout: async (viewer) => {
      await service.signOut(viewer)
      return {}
    },
    setUpState: async () => ({
      needed: await setUp.isNeeded(),
      minimumPasswordStrength: minimumPasswordStrength(),
    }),
    setUp: async (_, { body }, facts) => reply(await setUp.setUp(body, facts)),
  })
}

function reply({ pair, userId, mustChangePassword }: SignedInPair) {
  return { data: pair, meta: { userId, mustChangePassword } }
}
