import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { ProjectsService } from './service.ts'

export function projectsRoutes(service: ProjectsService): Routes {
  return routes(contract.projects, {
    async list(viewer, { params, query }) {
      const ids = query.ids?.split(',').map(Number)
      const { projects, nextCursor } = await service.list(viewer, params.id, { ...query, ids })
      return { data: { Projects: projects }, meta: { nextCursor } }
    },
    create: async (viewer, { body }) => ({ project: await service.create(viewer, body) }),
    import: (viewer, { body }, { gone }) => service.import(viewer, body, gone),
    async importEnded(viewer, { body }) {
      await service.importEnded(viewer, body)
      return {}
    },
    ensureDefault: async (viewer, { params, body }) => ({
      project: await service.ensureDefault(viewer, params.id, body),
    }),
    get: async (viewer, { params }) => ({ project: await service.get(viewer, params.id) }),
    activity: (viewer, { params }) => service.activity(viewer, params.id),
    archived: async (viewer, { params }) => ({ projectIds: await service.archived(viewer, params.id) }),
    async archive(viewer, { params, body }) {
      await service.archive(viewer, params.id, body.archived)
      return {}
    },
    update: async (viewer, { params, body }) => ({
      project: await service.update(viewer, params.id, body),
    }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
  })
}
