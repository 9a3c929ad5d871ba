import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import { Problem } from '#problem.ts'
import type { DigestService } from './service.ts'

/** Without a mail server there is nothing here. */
const NOTHING: DigestService = {
  ask: () => missing(),
  turnOff: () => missing(),
  test: () => missing(),
}

export function digestRoutes(service: DigestService = NOTHING): Routes {
  return routes(contract.digest, {
    ask: async (_, { query }) => ({ html: await service.ask(query.token) }),
    turnOff: async (_, { query }) => ({ html: await service.turnOff(query.token) }),
    test: (viewer) => service.test(viewer),
  })
}

async function missing(): Promise<never> {
  throw new Problem('NOT_FOUND', { thing: 'mail server in the configuration' })
}
