import { contract } from '@polylogue/contract'
import { routes, type Routes } from '../../http/routes.ts'
import type { GenerationService } from './service.ts'

export function generationRoutes(service: GenerationService): Routes {
  return routes(contract.prompts, {
    ask: (viewer, { params, body }) => service.ask(viewer, { modelId: params.id, payload: body }),
    stream: (viewer, { params, body }) => service.stream(viewer, { modelTagId: params.id, payload: body }),
    resume: (viewer, { params }, facts) => service.resume(viewer, params.id, facts.lastEventId),
    stop: (viewer, { params }) => service.stop(viewer, params.id),
  })
}
