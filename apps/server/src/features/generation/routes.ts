import { contract } from '@polylogue/contract'
import { routes, type Routes } from '../../http/routes.ts'
import type { Replays } from './replays.ts'
import type { GenerationService } from './service.ts'

export function generationRoutes(service: GenerationService, replays: Replays): Routes {
  return routes(contract.prompts, {
    ask: (viewer, { params, body }, { gone }) =>
      service.ask(viewer, { modelId: params.id, payload: body }, gone),
    stream: (viewer, { params, body }, { gone }) =>
      service.stream(viewer, { modelTagId: params.id, payload: body }, gone),
    resume: (viewer, { params }, facts) => service.resume(viewer, params.id, facts.lastEventId),
    replay: (viewer, { body }) => replays.begin(viewer, body),
    replayState: async (viewer, { params }) => ({ replay: await replays.state(viewer, params.id) }),
    cancelReplay: async (viewer, { params }) => ({ replay: await replays.cancel(viewer, params.id) }),
    stop: (viewer, { params }) => service.stop(viewer, params.id),
  })
}
