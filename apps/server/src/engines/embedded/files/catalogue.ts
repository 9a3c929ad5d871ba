// What the embedded engine can fetch by name: the entries that come with the product, and those of the configuration.
import { BUILT_IN } from './built-in.ts'
import { estimateMemory } from './memory.ts'

/** A model as whoever runs this server names it, checked: see config-catalogue.ts. */
export interface WrittenEntry {
  /** Family and tag become a file's name. */
  readonly family: string
  readonly tag: string
  /** `family:tag` unless told. */
  readonly title?: string | undefined
  /** Billions of parameters. */
  readonly parameters: number
  readonly licence: { readonly name: string; readonly address?: string | undefined }
  /** Bytes of the file, where known. */
  readonly sizeBytes?: number | undefined
  /** Bytes that it needs in memory with a context of ordinary length; estimated by the size unless told. */
  readonly memoryBytes?: number | undefined
  /** Tokens it was trained for. */
  readonly contextLength: number
  readonly capabilities: readonly ('chat' | 'thinking' | 'tools' | 'embeddings')[]
  /** Where the file is fetched. */
  readonly address: string
  /** SHA-256 of the file, in lower-case hexadecimal. */
  readonly sha256: string
}

/** A model that can be fetched by its name. */
export interface CatalogueEntry extends Omit<WrittenEntry, 'title' | 'memoryBytes'> {
  /** `family:tag`. */
  readonly name: string
  readonly title: string
  /** Undefined where neither it nor the size is known. */
  readonly memoryBytes: number | undefined
  /** Whoever runs this server named its address: it may be a private one. */
  readonly configured: boolean
}

function entryOf(given: WrittenEntry, configured: boolean): CatalogueEntry {
  const name = `${given.family}:${given.tag}`
  const { sizeBytes } = given
  const estimated = sizeBytes === undefined ? undefined : estimateMemory(sizeBytes)
  return {
    ...given,
    name,
    title: given.title ?? name,
    memoryBytes: given.memoryBytes ?? estimated,
    configured,
  }
}

/** The models that come with the product: open ones of several families, of which none is on this machine yet. */
export const BUILT_IN_CATALOGUE: readonly CatalogueEntry[] = BUILT_IN.map(({ bytesPerToken, ...entry }) =>
  entryOf({ ...entry, memoryBytes: estimateMemory(entry.sizeBytes, bytesPerToken) }, false),
)

/**
 * The catalogue with the entries of the configuration: one of the same family and tag takes the place of the one that comes with
 * the product, others follow. With `builtIn` false there are those of the configuration alone.
 */
export function mergeCatalogue(
  configured: readonly WrittenEntry[],
  { builtIn }: { builtIn: boolean },
): readonly CatalogueEntry[] {
  const entries = new Map(builtIn ? BUILT_IN_CATALOGUE.map((entry) => [entry.name, entry] as const) : [])
  for (const given of configured) {
    const entry = entryOf(given, true)
    entries.set(entry.name, entry)
  }
  return [...entries.values()]
}
