import { contract, PROMPT_OPTIONS } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { Managing } from './managing.ts'
import type { ModelsService } from './service.ts'

export function modelsRoutes(service: ModelsService, managing: Managing, awaited: () => string[]): Routes {
  return routes(contract.models, {
    list: async (viewer, { query }) => ({
      Models: await service.list(viewer, { all: query.all === 'true' }),
    }),
    promptOptions: () => ({ PromptOptions: [...PROMPT_OPTIONS] }),
    awaited: () => ({ Awaited: awaited() }),
    get: async (viewer, { params }) => ({ model: await service.get(viewer, params.id) }),
    tags: (viewer, { params }) => service.tags(viewer, params.id),
    activate: async (viewer, { params }) => ({ model: await managing.activate(viewer, params.id) }),
    deactivate: async (viewer, { params }) => ({ model: await managing.deactivate(viewer, params.id) }),
    sort: async (viewer, { body }) => ({ Models: await managing.sort(viewer, body.modelIds) }),
    catalogue: (viewer, { query }) => managing.catalogue(viewer, query.providerId),
    add: (viewer, { body }) => managing.add(viewer, body),
    deploy: (viewer, { params, body }) => managing.deploy(viewer, params.id, body.modelTagId),
    undeploy: (viewer, { params, body }) => managing.undeploy(viewer, params.id, body.modelTagId),
    deployment: async (viewer, { params }) => ({
      deployments: await managing.deployments(viewer, params.id),
    }),
    setTag: async (viewer, { params, body }) => ({
      model: await managing.setTag(viewer, { modelId: params.id, tagId: params.tagId }, body),
    }),
    removeTag: async (viewer, { params }) => {
      await managing.removeTag(viewer, params.id, params.tagId)
      return {}
    },
  })
}
