import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { PromptsService } from './service.ts'

export function promptsRoutes(service: PromptsService): Routes {
  return routes(contract.prompts, {
    async list(viewer, { query }) {
      const { total, Prompts } = await service.list(viewer, query)
      return { data: { Prompts }, meta: { total } }
    },
    get: async (viewer, { params }) => ({ Prompt: await service.get(viewer, params.id) }),
    create: async (viewer, { body }) => ({ Prompt: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({ Prompt: await service.update(viewer, params.id, body) }),
    like: async (viewer, { params, body }) => ({ Prompt: await service.like(viewer, params.id, body.liked) }),
    versions: async (viewer, { params }) => ({ PromptVersions: await service.versions(viewer, params.id) }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
    outputs: async () => ({ PromptOutputs: await service.outputs() }),
    contexts: async (viewer) => ({ PromptContexts: await service.contexts(viewer) }),
  })
}
