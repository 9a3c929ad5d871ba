// Creates the engine of a provider by its kind, and detects whether models can run on this machine.
import { isAbsolute, join } from 'node:path'
import { createEmbedded, installedLlama } from './engines/embedded/embedded.ts'
import { mergeCatalogue, openModelFiles } from './engines/embedded/files/index.ts'
import type { Engine } from './engines/engine.ts'
import { openGuide } from './engines/guide/guide.ts'
import { createHosts } from './engines/hosts.ts'
import { createEngine } from './engines/registry.ts'
import type { HelpFeature } from './features/help/index.ts'
import type { Connect, EmbeddedState } from './features/providers/index.ts'
import type { Platform } from './open-platform.ts'

/**
 * Returns the engine factories for every kind of provider. Logs when models cannot run on this machine; `installed` returns
 * the version of node-llama-cpp, if present.
 */
export function enginesOf(
  platform: Pick<Platform, 'config' | 'log' | 'outbound'>,
  help: HelpFeature,
  installed: () => string | undefined = installedLlama,
): { readonly connect: Connect; readonly embedded: EmbeddedState } {
  const { config, log, outbound } = platform
  const version = config.file.embedded.enabled ? installed() : undefined
  const missing = config.file.embedded.enabled ? 'missing' : 'off'
  if (missing === 'missing' && version === undefined)
    log.info('node-llama-cpp is not installed: models run on model servers, none on this machine itself')
  return {
    embedded: version === undefined ? missing : 'ready',
    connect({ kind, addresses, apiKey, isLocal: local, oldServer: old }) {
      if (kind === 'guide') return openGuide(help)
      if (kind === 'embedded') return version === undefined ? undefined : openEmbedded(platform, version)
      if (kind !== 'ollama' && kind !== 'openai' && kind !== 'anthropic') return undefined
      const engineAt = (baseUrl: string) => createEngine({ kind, baseUrl, apiKey, local, old }, outbound)
      return createHosts(addresses.map((address) => ({ address, engine: engineAt(address) })))
    },
  }
}

function openEmbedded(
  { config, log, outbound }: Pick<Platform, 'config' | 'log' | 'outbound'>,
  version: string,
): Engine {
  const {
    folder = 'models',
    catalogue,
    builtInCatalogue,
    memoryMb,
    contextTokens,
    ...rest
  } = config.file.embedded
  const place = isAbsolute(folder) ? folder : join(config.dataDir, folder)
  const entries = mergeCatalogue(catalogue, { builtIn: builtInCatalogue })
  const { freeSpaceBytes: keepFreeBytes } = config.file.limits
  return createEmbedded({
    files: openModelFiles({ folder: place, catalogue: entries, outbound, log, keepFreeBytes }),
    log,
    version,
    threads: rest.threads,
    sequences: rest.sequences,
    memoryBytes: memoryMb === undefined ? undefined : memoryMb * 1_000_000,
    windowTokens: contextTokens,
  })
}
