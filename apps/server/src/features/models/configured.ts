import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import type { Discovery, WishedProvider } from './discovery.ts'

/** The providers that the environment names (reading 9). */
export function wishedProviders(engines: Config['engines']): WishedProvider[] {
  const { ollamaUrl, openaiBaseUrl, openaiApiKey } = engines
  const wished: WishedProvider[] = []
  if (openaiBaseUrl) wished.push({ ...remote('openai', 1, openaiBaseUrl), apiKey: openaiApiKey })
  if (ollamaUrl) wished.push(remote('ollama', 5, ollamaUrl))
  return wished
}

function remote(kind: string, typeId: 1 | 5, baseUrl: string): WishedProvider {
  const { hostname, host } = new URL(baseUrl)
  const isLocal = isOwnMachine(hostname)
  return {
    kind,
    typeId,
    name: isLocal && kind === 'ollama' ? 'Ollama' : host,
    baseUrl,
    isLocal,
    source: 'environment',
  }
}

/** Whether a host is one of the organisation's own by its name: loopback, a private address, a name without a domain. */
export function isOwnMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(host) === 4) return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
  if (isIP(host) === 6) return host === '::1' || /^f[cd]/.test(host)
  return !host.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(host)
}

/** Stores the providers that the environment names; the models of those it no longer names count as gone. */
export async function storeConfigured(engines: Config['engines'], discovery: Discovery): Promise<void> {
  const stored = await Promise.all(wishedProviders(engines).map((wished) => discovery.ensureProvider(wished)))
  const kept = new Set(stored.map((provider) => provider.id))
  for (const provider of await discovery.providers())
    if (provider.source === 'environment' && !kept.has(provider.id)) await discovery.retire(provider)
}
