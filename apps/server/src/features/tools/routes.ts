import { contract } from '@polylogue/contract'
import { routes, type Routes } from '../../http/routes.ts'
import type { ToolsService } from './service.ts'

export function toolsRoutes(service: ToolsService): Routes {
  return routes(contract.tools, {
    health: () => service.health(),
    ready: () => service.ready(),
    openApi: () => service.document(),
    openApiText: async () => ({ opanApiYamlAsJson: JSON.stringify(await service.document()) }),
    viewer: () => service.viewerPage(),
  })
}
