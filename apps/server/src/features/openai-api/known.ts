// Caches tags by name, so that a request does not wait for the database each time.
import type { Bus } from '../../platform/bus/index.ts'
import type { TagRow } from '../models/index.ts'

/** Maximum age of an entry: the bus invalidates the cache but can be disconnected for a moment. */
const BELIEVED_MS = 5_000

/** Wraps `find` with a cache that is cleared when models or providers change in any process. */
export function remembered(
  find: (name: string) => Promise<TagRow | undefined>,
  bus: Pick<Bus, 'on' | 'onGap'>,
): (name: string) => Promise<TagRow | undefined> {
  let known = new Map<string, { readonly tag: TagRow; readonly at: number }>()
  const forget = (): void => {
    known = new Map()
  }
  bus.on('models.changed', forget)
  bus.on('providers.changed', forget)
  bus.onGap(forget)
  return async (name) => {
    const hit = known.get(name)
    if (hit && performance.now() - hit.at < BELIEVED_MS) return hit.tag
    // A lookup that started before a change writes to the discarded map.
    const asked = known
    const tag = await find(name)
    // Caches only existing tags: unknown names could fill the map.
    if (tag) asked.set(name, { tag, at: performance.now() })
    return tag
  }
}
