import type { Routes } from '../../http/routes.ts'
import { proposalsRoutes } from './routes.ts'
import { proposalsService } from './service.ts'

/**
 * Prompts that an empty chat proposes. They are `data/prompt-proposals/{language}.json` below the given folders; a file in an
 * earlier folder lies over one in a later.
 */
export function proposalsFeature(given: { folders: readonly string[] }): { routes: Routes } {
  return { routes: proposalsRoutes(proposalsService(given)) }
}
