// API tokens, with which programs use the API as their owner (TOKEN-*; decision 22).
import type { Routes } from '../../http/routes.ts'
import type { TokenReader } from '../../http/session.ts'
import type { AuditService } from '../audit/index.ts'
import { tokenReader, type ReaderDeps } from './reader.ts'
import { tokensRoutes } from './routes.ts'
import { tokensService, type TokensService } from './service.ts'
import { openUses } from './uses.ts'

export type { TokensService } from './service.ts'

export interface TokensFeature {
  readonly service: TokensService
  /** Reads the database for every request, so that deletion, expiry and changes apply at once. */
  readonly sessions: TokenReader
  readonly routes: Routes
  /** Writes pending times of last use. */
  close(): Promise<void>
}

/** Creates the feature: creates, lists and deletes tokens, and authenticates requests with them. */
export function tokensFeature(deps: ReaderDeps & { readonly audit: AuditService }): TokensFeature {
  const uses = openUses(deps)
  const service = tokensService(deps)
  return {
    service,
    sessions: tokenReader({ ...deps, uses }),
    routes: tokensRoutes(service),
    close: () => uses.close(),
  }
}
