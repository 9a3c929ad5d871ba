import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { AnswersService } from './service.ts'

export function answersRoutes(service: AnswersService): Routes {
  return routes(contract.answers, {
    ask: (viewer, { params, body }, { gone }) =>
      service.ask(viewer, { modelId: params.id, payload: body }, gone),
    stream: (viewer, { params, body }, { gone }) =>
      service.stream(viewer, { modelTagId: params.id, payload: body }, gone),
    readFile: (viewer, { body }, { gone }) => service.readFile(viewer, body, gone),
    readText: (viewer, { body }, { gone }) => service.readText(viewer, body, gone),
    resume: (viewer, { params }, facts) => service.resume(viewer, params.id, facts.lastEventId),
    stop: (viewer, { params }) => service.stop(viewer, params.id),
  })
}
