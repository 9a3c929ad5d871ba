// API tokens: keys with which programs use the API as their owner (reading 8, decision 0022).
import type { Routes } from '../../http/routes.ts'
import type { TokenReader } from '../../http/session.ts'
import type { AuditService } from '../audit/index.ts'
import { tokenReader, type ReaderGiven } from './reader.ts'
import { tokensRoutes } from './routes.ts'
import { tokensService, type TokensService } from './service.ts'
import { openUses } from './uses.ts'

export type { TokensService } from './service.ts'

export interface TokensFeature {
  readonly service: TokensService
  /** Whom a token stands for, asked anew for every request: what was deleted, expired or changed counts at once. */
  readonly sessions: TokenReader
  readonly routes: Routes
  /** Writes when tokens were last used. */
  close(): Promise<void>
}

/** Making, listing and ending tokens, and telling for whom one stands. */
export function tokensFeature(given: ReaderGiven & { readonly audit: AuditService }): TokensFeature {
  const uses = openUses(given)
  const service = tokensService(given)
  return {
    service,
    sessions: tokenReader({ ...given, uses }),
    routes: tokensRoutes(service),
    close: () => uses.close(),
  }
}
