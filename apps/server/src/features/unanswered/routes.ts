import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { UnansweredService } from './service.ts'

export function unansweredRoutes(service: UnansweredService): Routes {
  return routes(contract.unanswered, {
    list: (viewer, { params }) => service.list(viewer, params.id),
    async report(viewer, { params, body }) {
      await service.report(viewer, params.id, body.messageId)
      return {}
    },
    own: async (viewer, { params }) => ({ messageIds: await service.own(viewer, params.id) }),
    async withdraw(viewer, { params }) {
      await service.withdraw(viewer, params.id, params.messageId)
      return {}
    },
    async solve(viewer, { params, body }) {
      await service.solve(viewer, params.id, params.questionId, body.mediaId ?? undefined)
      return {}
    },
    async dismiss(viewer, { params }) {
      await service.dismiss(viewer, params.id, params.questionId)
      return {}
    },
  })
}
