// Parts of the page that are made when somebody first asks for them: menus and lists, most of which are never opened. Their code
// is fetched behind what is seen first.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart, type LazyPart } from './lazy-part.ts'

/** How long after the first of them is on the page their code is fetched: what is to be seen, and reading its code, go first. */
const SOON_MS = 2_000

export interface Later<Parts> extends LazyPart<Parts> {
  /** Fetches it shortly, when nobody waits for it. */
  fetchSoon(): void
}

export function partsLater<Parts>(fetchParts: () => Promise<Parts>): Later<Parts> {
  const part = lazyPart(fetchParts)
  let soon = false
  return {
    ...part,
    fetchSoon() {
      if (soon) return
      soon = true
      const fetchQuietly = () => void part.load().catch(() => undefined)
      // Safari knows no idle times.
      const whenIdle =
        'requestIdleCallback' in window ? () => requestIdleCallback(fetchQuietly) : fetchQuietly
      setTimeout(whenIdle, SOON_MS)
    },
  }
}

interface Made<Parts> {
  /** The parts, once they were asked for. */
  made: Parts | undefined
  /** Makes them and calls `then`; not when whoever asked is elsewhere before their code is there. */
  make(then: () => void): void
}

/** For a button that stands alone until it is first pressed, and then with what it opens. Throws when that cannot be fetched. */
export function useMade<Parts extends object>(later: Later<Parts>): Made<Parts> {
  const [made, setMade] = useState<Parts>()
  const [failed, setFailed] = useState<{ error: unknown }>()
  useEffect(() => later.fetchSoon(), [later])
  if (failed) throw failed.error
  return {
    made,
    make(then) {
      const show = (parts: Parts) => {
        flushSync(() => setMade(parts))
        then()
      }
      const parts = later.get()
      if (parts) return show(parts)
      const asker = document.activeElement
      later.load().then(
        (fetched) => document.activeElement === asker && show(fetched),
        (error: unknown) => setFailed({ error }),
      )
    },
  }
}
