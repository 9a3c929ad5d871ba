import type { Routes } from '#http/routes.ts'
import type { TranslateDeps } from './deps.ts'
import { translateRoutes } from './routes.ts'
import { translateService } from './service.ts'

export interface TranslateFeature {
  readonly routes: Routes
  /** Closes the connections to the translation server. */
  close(): Promise<void>
}

/**
 * Creates the feature: translations by the configured server, else by a language model (TRANSLATE-1; decision 68).
 */
export function translateFeature(deps: TranslateDeps): TranslateFeature {
  const service = translateService(deps)
  return { routes: translateRoutes(service), close: () => service.close() }
}
