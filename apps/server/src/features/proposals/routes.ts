import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { ProposalsService } from './service.ts'

export function proposalsRoutes(service: ProposalsService): Routes {
  return routes(contract.proposals, {
    list: async (_, { query }) => ({ PromptProposals: await service.all(query.language) }),
    shuffle: async (_, { params, query }) => ({
      PromptProposals: await service.drawn(params.count, query.language),
    }),
  })
}
