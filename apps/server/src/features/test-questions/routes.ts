import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { TestQuestionsService } from './service.ts'

export function testQuestionsRoutes(service: TestQuestionsService): Routes {
  return routes(contract.testQuestions, {
    list: async (viewer, { params }) => ({ TestQuestions: await service.list(viewer, params.id) }),
    create: async (viewer, { params, body }) => ({
      TestQuestion: await service.create(viewer, params.id, body),
    }),
    update: async (viewer, { params, body }) => ({
      TestQuestion: await service.update(viewer, params.id, params.questionId, body),
    }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id, params.questionId)
      return {}
    },
    runs: async (viewer, { params }) => ({ TestRuns: await service.runs(viewer, params.id) }),
    run: async (viewer, { params }) => ({ TestRun: await service.run(viewer, params.id) }),
  })
}
