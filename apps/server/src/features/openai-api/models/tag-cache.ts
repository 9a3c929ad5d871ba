// Caches tags by name, so that a request does not wait for the database each time.
import type { Bus } from '#platform/bus.ts'
import type { TagRow } from '#features/models/index.ts'

/** Maximum age of an entry: the bus invalidates the cache but can be disconnected for a moment. */
const MAX_AGE_MS = 5_000

/** Wraps `find` with a cache that is cleared when models or providers change in any process. */
export function cachedTags(
  find: (name: string) => Promise<TagRow | undefined>,
  bus: Pick<Bus, 'on' | 'onGap'>,
): (name: string) => Promise<TagRow | undefined> {
  let cache = new Map<string, { readonly tag: TagRow; readonly at: number }>()
  const clear = (): void => {
    cache = new Map()
  }
  bus.on('models.changed', clear)
  bus.on('providers.changed', clear)
  bus.onGap(clear)
  return async (name) => {
    const hit = cache.get(name)
    if (hit && performance.now() - hit.at < MAX_AGE_MS) return hit.tag
    // A lookup that started before a change writes to the discarded map.
    const current = cache
    const tag = await find(name)
    // Caches only existing tags: unknown names could fill the map.
    if (tag) current.set(name, { tag, at: performance.now() })
    return tag
  }
}
