import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import { MadeJson } from '#http/long-json.ts'
import type { ToolsService } from './service.ts'

export function toolsRoutes(service: ToolsService): Routes {
  return routes(contract.tools, {
    health: () => service.health(),
    ready: () => service.ready(),
    openApi: async () => new MadeJson(await service.documentJson()),
    openApiText: async () => ({ opanApiYamlAsJson: new MadeJson(await service.documentText()) }),
    viewer: () => service.viewerPage(),
  })
}
