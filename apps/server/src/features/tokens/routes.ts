import { COMPANY_CONTEXT, contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { TokenOwner } from './policy.ts'
import type { TokensService } from './service.ts'

const ofUser = (userId: number): TokenOwner => ({ scope: 'users', ownerId: userId })
const ofCompany = (companyId: number): TokenOwner => ({ scope: 'companies', ownerId: companyId })

export function tokensRoutes(service: TokensService): Routes {
  return routes(contract.apitokens, {
    own: async (viewer) => ({ ApiTokens: await service.list(viewer, ofUser(viewer.userId)) }),
    ofTheCompany: async (viewer) => ({ ApiTokens: await service.list(viewer, ofCompany(COMPANY_CONTEXT)) }),
    listOfUser: async (viewer, { params }) => ({
      ApiTokens: await service.list(viewer, ofUser(params.userId)),
    }),
    getOfUser: async (viewer, { params }) => ({
      ApiToken: await service.get(viewer, ofUser(params.userId), params.id),
    }),
    saveOfUser: (viewer, { params, body }) => service.save(viewer, ofUser(params.userId), body),
    async removeOfUser(viewer, { params }) {
      await service.remove(viewer, ofUser(params.userId), params.id)
      return {}
    },
    listOfCompany: async (viewer, { params }) => ({
      ApiTokens: await service.list(viewer, ofCompany(params.companyId)),
    }),
    getOfCompany: async (viewer, { params }) => ({
      ApiToken: await service.get(viewer, ofCompany(params.companyId), params.id),
    }),
    saveOfCompany: (viewer, { params, body }) => service.save(viewer, ofCompany(params.companyId), body),
    async removeOfCompany(viewer, { params }) {
      await service.remove(viewer, ofCompany(params.companyId), params.id)
      return {}
    },
  })
}
