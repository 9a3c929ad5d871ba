// Components that are created on first use: menus and lists, most of which are never opened. Their code loads after the
// first paint.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart, type LazyPart } from './lazy-part.ts'

/** Milliseconds between the first mount and loading the code, so that the first paint comes first. */
const SOON_MS = 2_000

export interface LazyComponents<Parts> extends LazyPart<Parts> {
  /** Loads the code soon, in the background. */
  fetchSoon(): void
}

export function lazyComponents<Parts>(fetchParts: () => Promise<Parts>): LazyComponents<Parts> {
  const part = lazyPart(fetchParts)
  let soon = false
  return {
    ...part,
    fetchSoon() {
      if (soon) return
      soon = true
      const fetchQuietly = () => void part.load().catch(() => undefined)
      // Safari does not support `requestIdleCallback`.
      const whenIdle =
        'requestIdleCallback' in window ? () => requestIdleCallback(fetchQuietly) : fetchQuietly
      setTimeout(whenIdle, SOON_MS)
    },
  }
}

interface LoadedComponents<Parts> {
  /** The created components; undefined until they are requested. */
  made: Parts | undefined
  /** Creates the components and calls `then`, unless the focus has moved before the code is loaded. */
  make(then: () => void): void
}

/** For a button that gets its menu or list on the first press. Throws when the code cannot be loaded. */
export function useLazyComponents<Parts extends object>(
  lazy: LazyComponents<Parts>,
): LoadedComponents<Parts> {
  const [made, setMade] = useState<Parts>()
  const [failed, setFailed] = useState<{ error: unknown }>()
  useEffect(() => lazy.fetchSoon(), [lazy])
  if (failed) throw failed.error
  return {
    made,
    make(then) {
      const show = (parts: Parts) => {
        flushSync(() => setMade(parts))
        // With its effects: a menu notes the button that has the focus, and takes the focus a timer later.
        flushSync(then)
      }
      const parts = lazy.get()
      if (parts) return show(parts)
      const asker = document.activeElement
      lazy.load().then(
        (fetched) => document.activeElement === asker && show(fetched),
        (error: unknown) => setFailed({ error }),
      )
    },
  }
}
