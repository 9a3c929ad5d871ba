import type { TranslateProvider } from '@polylogue/contract'
import type { Clock } from '#platform/clock.ts'
import type { Problem } from '#problem.ts'
import type { Translator } from '../translator.ts'
import type { TranslationClient } from './call.ts'

/** A server translates on the machines that the configuration says. */
export type ServerAdapter = Omit<Translator, 'isLocal'> & { close(): Promise<void> }

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
