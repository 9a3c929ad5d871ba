// The sites of chatbots, kept for a moment: they are read before anything of a request is counted.

const FRESH_MS = 2_000
const MOST = 1_000

type Origins = Promise<readonly string[]>

/** Returns the origins of identifiers, also that of unknown ones: as they were at most two seconds ago. */
export function recentOrigins(read: (identifier: string) => Origins): (identifier: string) => Origins {
  const kept = new Map<string, { readonly origins: Origins; readonly at: number }>()
  return (identifier) => {
    const now = performance.now()
    const found = kept.get(identifier)
    if (found && now - found.at < FRESH_MS) return found.origins
    const one = { origins: read(identifier), at: now }
    // The oldest ones go first.
    kept.delete(identifier)
    kept.set(identifier, one)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST) break
      kept.delete(oldest)
    }
    one.origins.catch(() => kept.get(identifier) === one && kept.delete(identifier))
    return one.origins
  }
}
