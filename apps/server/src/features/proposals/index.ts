import type { Routes } from '#http/routes.ts'
import { proposalsRoutes } from './routes.ts'
import { proposalsService } from './service.ts'

/**
 * Suggested prompts of an empty chat, from `data/prompt-proposals/{language}.json` in the given folders. A file in an
 * earlier folder overrides one in a later.
 */
export function proposalsFeature(options: { folders: readonly string[] }): { routes: Routes } {
  return { routes: proposalsRoutes(proposalsService(options)) }
}
