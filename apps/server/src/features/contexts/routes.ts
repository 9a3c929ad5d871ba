import { CONTEXT_LISTS, contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { ContextsService } from './service.ts'
import { TYPES } from './types.ts'

export function contextsRoutes(service: ContextsService): Routes {
  return routes(contract.contexts, {
    types: () => ({ AllContextTypes: [...TYPES] }),
    async search(viewer, { query }) {
      const { contexts, nextCursor } = await service.search(viewer, query)
      return { data: { Contexts: contexts }, meta: { nextCursor } }
    },
    async list(viewer, { params, query }) {
      const { contexts, nextCursor } = await service.list(viewer, params.id, query)
      return { data: { [CONTEXT_LISTS[params.id].field]: contexts }, meta: { nextCursor } }
    },
    async members(viewer, { params, query }) {
      const { members, nextCursor } = await service.members(viewer, params.id, query)
      return { data: { Members: members }, meta: { nextCursor } }
    },
    async readers(viewer, { params, query }) {
      const { readers, nextCursor } = await service.readers(viewer, params.id, query)
      return { data: { Readers: readers }, meta: { nextCursor } }
    },
    create: async (viewer, { body }) => ({ context: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({ context: await service.update(viewer, params.id, body) }),
    changeMembers: (viewer, { params, body }) => service.changeMembers(viewer, params.id, body),
    setMember: async (viewer, { params, body }) => ({
      member: await service.setMember(viewer, params.id, params.assocContextId, body),
    }),
    async removeMember(viewer, { params }) {
      await service.removeMember(viewer, params.id, params.assocContextId)
      return {}
    },
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
  })
}
