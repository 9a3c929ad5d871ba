import { contract, PROMPT_OPTIONS } from '@polylogue/contract'
import { routes, type Routes } from '../../http/routes.ts'
import type { ModelsService } from './service.ts'

export function modelsRoutes(service: ModelsService): Routes {
  return routes(contract.models, {
    list: async (viewer) => ({ Models: await service.list(viewer) }),
    promptOptions: () => ({ PromptOptions: [...PROMPT_OPTIONS] }),
    get: async (viewer, { params }) => ({ model: await service.get(viewer, params.id) }),
    tags: (viewer, { params }) => service.tags(viewer, params.id),
  })
}
