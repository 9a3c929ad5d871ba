import { contract } from '@polylogue/contract'
import { routes, type Routes } from '../../http/routes.ts'
import type { AuthService } from './service.ts'
import type { SignedInPair } from './sessions.ts'
import type { SetUp } from './set-up.ts'

export function authRoutes(service: AuthService, setUp: SetUp, minimumPasswordStrength: number): Routes {
  return routes(contract.auth, {
    authenticate: async (_, { body }, facts) => reply(await service.signIn(body, facts)),
    refresh: async (_, _input, facts) => reply(await service.refresh(facts.bearer)),
    logout: async (viewer) => {
      await service.signOut(viewer)
      return {}
    },
    setUpState: async () => ({ needed: await setUp.isNeeded(), minimumPasswordStrength }),
    setUp: async (_, { body }, facts) => reply(await setUp.setUp(body, facts)),
  })
}

function reply({ pair, userId }: SignedInPair) {
  return { data: pair, meta: { userId } }
}
