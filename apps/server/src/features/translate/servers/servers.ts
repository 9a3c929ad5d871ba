// Translation servers: LibreTranslate and DeepL.
import { isOwnHost } from '@polylogue/contract'
import type { ConfigFile } from '#config-file.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import type { Translator } from '../translator.ts'
import { translationClient } from './call.ts'
import { deepL } from './deepl.ts'
import { libreTranslate } from './libretranslate.ts'

export interface ServerDeps {
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds for one request. */
  readonly timeoutMs: number
}

export type ServerTranslator = Translator & { close(): Promise<void> }

const NAMES = { libretranslate: 'LibreTranslate', deepl: 'DeepL' } as const

/** Opens the configured server without connecting. */
export function openServer(
  server: NonNullable<ConfigFile['translators']['server']>,
  { outbound, clock, log, timeoutMs }: ServerDeps,
): ServerTranslator {
  const { kind, name = NAMES[kind], apiKey } = server
  const baseUrl = server.address ?? deepLAddress(apiKey ?? '')
  const isLocal = server.isLocal ?? isOwnHost(new URL(baseUrl).hostname)
  const open = {
    about: { name, kind, external: !isLocal },
    clock,
    apiKey,
    clientFor: (
      headers: Readonly<Record<string, string>>,
      refused: Parameters<typeof translationClient>[0]['refused'],
    ) => translationClient({ name, client: outbound.trusted({ baseUrl, headers }), timeoutMs, log, refused }),
  }
  const adapter = kind === 'deepl' ? deepL(open) : libreTranslate(open)
  return { ...adapter, isLocal: () => Promise.resolve(isLocal) }
}

/** Keys of the free service end with `:fx` and work only there. */
function deepLAddress(apiKey: string): string {
  return apiKey.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'
}
