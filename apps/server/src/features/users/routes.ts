import { contract } from '@polylogue/contract'
import { routes, type Routes } from '../../http/routes.ts'
import type { UsersService } from './service.ts'

export function usersRoutes(service: UsersService): Routes {
  return routes(contract.users, {
    license: async (viewer, { params }) => ({ License: await service.license(viewer, params.id) }),
    get: async (viewer, { params }) => ({ user: await service.get(viewer, params.id) }),
    permissions: (viewer, { params }) => service.permissions(viewer, params.id),
  })
}
