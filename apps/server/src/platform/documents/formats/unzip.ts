// Parts of zipped documents, each unpacked when it is asked for. `archive.ts` has checked sizes and counts before.
import { unzipSync } from 'fflate'

export interface Zip {
  readonly names: readonly string[]
  /** Returns a part, whatever the case of its name; undefined if there is none. */
  readonly part: (name: string) => Uint8Array | undefined
  /** Returns several parts in one pass over the archive, by the names that were asked for. */
  readonly parts: (names: readonly string[]) => ReadonlyMap<string, Uint8Array>
}

/** Opens an archive. Throws for a damaged one, also when a part is unpacked. */
export function openZip(bytes: Uint8Array): Zip {
  const stored = new Map<string, string>()
  unzipSync(bytes, {
    filter: ({ name }) => {
      stored.set(keyOf(name), name)
      return false
    },
  })
  return {
    names: [...stored.keys()],
    part: (name) => {
      const wanted = stored.get(keyOf(name))
      if (wanted === undefined) return undefined
      return Object.values(unzipSync(bytes, { filter: (file) => file.name === wanted }))[0]
    },
    parts: (names) => {
      const wanted = new Map(names.map((name) => [stored.get(keyOf(name)), name]))
      const found = unzipSync(bytes, { filter: ({ name }) => wanted.has(name) })
      return new Map(Object.entries(found).map(([name, part]) => [wanted.get(name) ?? name, part]))
    },
  }
}

/** Some programs write back slashes or other cases than the links to a part. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
