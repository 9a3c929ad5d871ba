// Ends what runs for a plugin when the person takes back what they allowed, on every server (PLUGIN-7).
import type { Bus } from '#platform/bus.ts'
import type { Pair } from './store.ts'

export interface Revoked {
  /** Calls `end` when the consent of the pair ends; returns the function that forgets it. */
  when(pair: Pair, end: () => void): () => void
}

/** `isGiven` looks whether a consent still counts: it may have ended before it was watched, or its event was missed. */
export function openRevoked(
  bus: Pick<Bus, 'on' | 'onGap'>,
  isGiven: (pair: Pair) => Promise<boolean>,
): Revoked {
  const watched = new Map<string, { readonly pair: Pair; readonly ends: Set<() => void> }>()
  const end = (key: string) => {
    for (const one of watched.get(key)?.ends ?? []) one()
  }
  const look = (pair: Pair) => {
    // Without the database nothing is known; the next call is checked.
    void isGiven(pair).then(
      (given) => given || end(keyOf(pair)),
      () => undefined,
    )
  }
  bus.on('plugin.revoked', (pair) => end(keyOf(pair)))
  bus.onGap(() => {
    for (const { pair } of watched.values()) look(pair)
  })
  return {
    when(pair, ends) {
      const key = keyOf(pair)
      const one = watched.get(key) ?? { pair, ends: new Set() }
      one.ends.add(ends)
      watched.set(key, one)
      look(pair)
      return () => {
        one.ends.delete(ends)
        if (one.ends.size === 0 && watched.get(key) === one) watched.delete(key)
      }
    },
  }
}

const keyOf = ({ userId, pluginId }: Pair) => `${userId} ${pluginId}`
