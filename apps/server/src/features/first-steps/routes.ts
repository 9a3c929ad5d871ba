import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { FirstStepsService } from './service.ts'

export function firstStepsRoutes(service: FirstStepsService): Routes {
  return routes(contract.firstSteps, {
    get: async (viewer) => ({ steps: await service.get(viewer) }),
  })
}
