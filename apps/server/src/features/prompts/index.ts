// The prompt repository: saved prompts with versions, labels and likes (PROMPT-*).
import { openItems, type ItemOwnership } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import { promptItem } from './item.ts'
import { promptsRoutes } from './routes.ts'
import { promptsService, type PromptsDeps, type PromptsService } from './service.ts'

export { promptItem } from './item.ts'
export type { PromptsDeps, PromptsService } from './service.ts'

export interface PromptsFeature {
  readonly service: PromptsService
  readonly routes: Routes
  readonly belongings: ItemOwnership
}

export function promptsFeature(deps: PromptsDeps): PromptsFeature {
  const items = openItems(deps, promptItem)
  const service = promptsService(deps, items)
  return { service, routes: promptsRoutes(service), belongings: items.belongings }
}
