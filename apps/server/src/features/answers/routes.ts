import { contract } from '@polylogue/contract'
import { routes, type Routes } from '../../http/routes.ts'
import type { Replays } from '../replays/service.ts'
import type { GenerationService } from './service.ts'

export function answersRoutes(service: GenerationService): Routes {
  return routes(contract.answers, {
    ask: (viewer, { params, body }, { gone }) =>
      service.ask(viewer, { modelId: params.id, payload: body }, gone),
    stream: (viewer, { params, body }, { gone }) =>
      service.stream(viewer, { modelTagId: params.id, payload: body }, gone),
    resume: (viewer, { params }, facts) => service.resume(viewer, params.id, facts.lastEventId),
    stop: (viewer, { params }) => service.stop(viewer, params.id),
  })
}

export function replaysRoutes(replays: Replays): Routes {
  return routes(contract.replays, {
    create: (viewer, { body }) => replays.begin(viewer, body),
    get: async (viewer, { params }) => ({ replay: await replays.state(viewer, params.id) }),
    cancel: async (viewer, { params }) => ({ replay: await replays.cancel(viewer, params.id) }),
  })
}
