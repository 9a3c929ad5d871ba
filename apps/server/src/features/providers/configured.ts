import { isIP } from 'node:net'
import { isOwnHost } from '@polylogue/contract'
import type { Config } from '#config.ts'
import type { ProviderRegistry, WishedProvider } from './registry.ts'

/** Maps a kind of provider to the contract's number (MODEL-1). */
export const TYPE_IDS: Readonly<Record<string, 1 | 2 | 5>> = {
  openai: 1,
  anthropic: 2,
  ollama: 5,
  embedded: 5,
}

/** Whether models can run on this machine: `missing` without the package that runs them, `off` by configuration. */
export type EmbeddedState = 'ready' | 'missing' | 'off'

type Configured = Pick<Config, 'engines'> & {
  readonly file: Pick<Config['file'], 'providers'> & { readonly embedded: { readonly sequences: number } }
  readonly embedded: EmbeddedState
}

/** Returns the providers of the environment and the configuration file (CONFIG-1); the file takes precedence. */
export function wishedProviders({ engines, file, embedded }: Configured): WishedProvider[] {
  const { ollamaUrl, openaiBaseUrl, openaiApiKey, anthropicApiKey } = engines
  const wished: WishedProvider[] = []
  for (const { name, kind, addresses, apiKey, isLocal, oldServer, atOnce } of file.providers)
    wished.push({
      ...remote(kind, addresses),
      name,
      apiKey,
      oldServer,
      atOnce,
      ...(isLocal === undefined ? {} : { isLocal }),
    })
  if (openaiBaseUrl) wished.push({ ...remote('openai', [openaiBaseUrl]), apiKey: openaiApiKey })
  if (anthropicApiKey)
    wished.push({ ...remote('anthropic', [ANTHROPIC]), apiKey: anthropicApiKey, name: 'Anthropic' })
  if (ollamaUrl) wished.push(remote('ollama', [ollamaUrl]))
  if (embedded === 'ready') wished.push({ ...EMBEDDED, atOnce: file.embedded.sequences })
  const byPlace = new Map<string, WishedProvider>()
  for (const one of wished) {
    const place = `${one.kind} ${one.addresses[0]}`
    if (!byPlace.has(place)) byPlace.set(place, one)
  }
  return [...byPlace.values()]
}

const EMBEDDED = {
  kind: 'embedded',
  typeId: TYPE_IDS['embedded'] ?? 5,
  name: 'Embedded',
  addresses: [],
  isLocal: true,
  source: 'environment',
} as const
const ANTHROPIC = 'https://api.anthropic.com'

/** Returns a provider with defaults derived from its addresses. */
export function remote(kind: string, addresses: readonly string[]): WishedProvider {
  const urls = addresses.map((address) => new URL(address))
  const isLocal = urls.every(({ hostname }) => isOwnHost(hostname))
  return {
    kind,
    typeId: TYPE_IDS[kind] ?? 1,
    name: nameOf(kind, urls[0]?.hostname ?? ''),
    addresses,
    isLocal,
    source: 'environment',
  }
}

/** All users see the name: vendors are named by their public host, own servers by their kind and never by their address. */
function nameOf(kind: string, hostname: string): string {
  const isInner = isOwnHost(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (!isInner) return hostname
  return kind === 'ollama' ? 'Ollama' : 'Model server'
}

/** Syncs the configured providers; models of providers that are no longer configured are removed from the lists. */
export async function storeConfigured(config: Configured, registry: ProviderRegistry): Promise<void> {
  const kept = new Set<number>()
  for (const wished of wishedProviders(config)) kept.add((await registry.ensure(wished)).id)
  for (const provider of await registry.list())
    if (provider.source === 'environment' && !kept.has(provider.id)) await registry.retire(provider)
}
