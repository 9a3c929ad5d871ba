// API tokens, with which programs use the API as their owner (TOKEN-*; decision 22).
import type { Person } from '#access/index.ts'
import type { Routes } from '#http/routes.ts'
import type { ViewerSource } from '#http/viewers.ts'
import type { AuditService } from '#features/audit/index.ts'
import { tokenSource, type SourceDeps } from './source.ts'
import { tokensRoutes } from './routes.ts'
import { tokensService, type TokensService } from './service.ts'
import { openUses } from './uses.ts'

export type { TokensService } from './service.ts'

export interface TokensFeature {
  readonly service: TokensService
  /** Reads the database for every request, so that deletion, expiry and changes apply at once. */
  readonly viewerSource: ViewerSource<Person>
  readonly routes: Routes
  /** Writes pending times of last use. */
  close(): Promise<void>
}

/** Creates the feature: creates, lists and deletes tokens, and authenticates requests with them. */
export function tokensFeature(deps: SourceDeps & { readonly audit: AuditService }): TokensFeature {
  const uses = openUses(deps)
  const service = tokensService(deps)
  return {
    service,
    viewerSource: tokenSource({ ...deps, uses }),
    routes: tokensRoutes(service),
    close: () => uses.close(),
  }
}
