// The models that the embedded engine can download by name: built-in entries and those of the configuration.
import { BUILT_IN } from './built-in.ts'
import { estimateMemory } from './memory.ts'

/** A model entry written by an administrator, already validated: see config-embedded.ts. */
export interface WrittenEntry {
  /** Family and tag form the file name. */
  readonly family: string
  readonly tag: string
  /** Default: `family:tag`. */
  readonly title?: string | undefined
  /** Billions of parameters. */
  readonly parameters: number
  readonly licence: { readonly name: string; readonly address?: string | undefined }
  /** Size of the file in bytes, if known. */
  readonly sizeBytes?: number | undefined
  /** Bytes in memory with a context of ordinary length; by default estimated from the file size. */
  readonly memoryBytes?: number | undefined
  /** Context length it was trained for, in tokens. */
  readonly contextLength: number
  readonly capabilities: readonly ('chat' | 'thinking' | 'tools' | 'embeddings')[]
  /** URL of the file. */
  readonly address: string
  /** SHA-256 of the file in lower-case hexadecimal. */
  readonly sha256: string
}

/** A model that can be downloaded by name. */
export interface CatalogueEntry extends Omit<WrittenEntry, 'title' | 'memoryBytes'> {
  /** `family:tag`. */
  readonly name: string
  readonly title: string
  /** Undefined if neither this nor the file size is known. */
  readonly memoryBytes: number | undefined
  /** True if an administrator configured the address, which may then be a private one. */
  readonly configured: boolean
}

function entryOf(options: WrittenEntry, configured: boolean): CatalogueEntry {
  const name = `${options.family}:${options.tag}`
  const { sizeBytes } = options
  const estimated = sizeBytes === undefined ? undefined : estimateMemory(sizeBytes)
  return {
    ...options,
    name,
    title: options.title ?? name,
    memoryBytes: options.memoryBytes ?? estimated,
    configured,
  }
}

/** The models that come with the product: open models of several families. None of them is downloaded yet. */
export const BUILT_IN_CATALOGUE: readonly CatalogueEntry[] = BUILT_IN.map(({ bytesPerToken, ...entry }) =>
  entryOf({ ...entry, memoryBytes: estimateMemory(entry.sizeBytes, bytesPerToken) }, false),
)

/**
 * Merges the built-in catalogue with configured entries: these replace the built-in entry of the same family and tag, or
 * are appended. With `builtIn` false, returns only the configured entries.
 */
export function mergeCatalogue(
  configured: readonly WrittenEntry[],
  { builtIn }: { builtIn: boolean },
): readonly CatalogueEntry[] {
  const entries = new Map(builtIn ? BUILT_IN_CATALOGUE.map((entry) => [entry.name, entry] as const) : [])
  for (const written of configured) {
    const entry = entryOf(written, true)
    entries.set(entry.name, entry)
  }
  return [...entries.values()]
}
