import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { AuditService } from './service.ts'

export function auditRoutes(service: AuditService): Routes {
  return routes(contract.audit, {
    async list(viewer, { query }) {
      const { entries, nextCursor } = await service.list(viewer, query)
      return { data: { Entries: entries }, meta: { nextCursor } }
    },
    export: async (viewer, { query }) => ({
      name: 'audit.csv',
      mimeType: 'text/csv',
      bytes: await service.export(viewer, query),
    }),
  })
}
