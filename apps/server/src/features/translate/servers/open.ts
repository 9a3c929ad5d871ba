import type { TranslateProvider } from '@polylogue/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Problem } from '../../../problem.ts'
import type { TranslationClient } from './call.ts'

/** The dependencies of an adapter of a translation server. */
export interface OpenServer {
  readonly about: TranslateProvider
  readonly clock: Clock
  readonly apiKey: string | undefined
  /** Opens the client with headers for every request; `refused` maps the message of a 400 to a Problem. */
  readonly clientFor: (
    headers: Readonly<Record<string, string>>,
    refused: (sentence: string) => Problem | undefined,
  ) => TranslationClient
}
