import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { UsersService } from './service.ts'

export function usersRoutes(service: UsersService): Routes {
  return routes(contract.users, {
    async list(viewer, { query }) {
      const { users, total, nextCursor } = await service.list(viewer, query)
      return { data: { Users: users }, meta: { nextCursor, total } }
    },
    create: (viewer, { body }) => service.add(viewer, body),
    setAccounts: (viewer, { body }) => service.setAccounts(viewer, body),
    update: async (viewer, { params, body }) => ({ User: await service.update(viewer, params.id, body) }),
    belongings: async (viewer, { params }) => ({ Belongings: await service.belongings(viewer, params.id) }),
    async remove(viewer, { params, query }) {
      await service.remove(viewer, params.id, query)
      return {}
    },
    picture: (viewer, { params }) => service.picture(viewer, params.id),
    pictureBytes: (viewer, { params }) => service.pictureBytes(viewer, params.id),
    setPicture: async (viewer, { params, body }) => ({
      profilepic: await service.setPicture(viewer, params.id, body),
    }),
    async removePicture(viewer, { params }) {
      await service.removePicture(viewer, params.id)
      return {}
    },
    license: async (viewer, { params }) => ({ License: await service.license(viewer, params.id) }),
    get: async (viewer, { params }) => ({ user: await service.get(viewer, params.id) }),
    permissions: (viewer, { params }) => service.permissions(viewer, params.id),
  })
}
