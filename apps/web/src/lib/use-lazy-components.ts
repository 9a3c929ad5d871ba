// Components that are created on first use: menus and lists, most of which are never opened. Their code loads after the
// first paint.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LazyPart } from './lazy-part.ts'

/** Milliseconds between the first mount and loading the code, so that the first paint comes first. */
const SOON_MS = 2_000

interface LoadedComponents<Parts> {
  /** The created components; undefined until they are requested. */
  made: Parts | undefined
  /** Creates the components and calls `then`, unless the focus has moved before the code is loaded. */
  make(then: () => void): void
}

/** For a button that gets its menu or list on the first press. Throws when the code cannot be loaded. */
export function useLazyComponents<Parts extends object>(part: LazyPart<Parts>): LoadedComponents<Parts> {
  const [made, setMade] = useState<Parts>()
  const [failed, setFailed] = useState<{ error: unknown }>()
  useEffect(() => part.loadWhenIdle(SOON_MS), [part])
  if (failed) throw failed.error
  return {
    made,
    make(then) {
      const show = (parts: Parts) => {
        flushSync(() => setMade(parts))
        // With its effects: a menu notes the button that has the focus, and takes the focus a timer later.
        flushSync(then)
      }
      const parts = part.get()
      if (parts) return show(parts)
      const asker = document.activeElement
      part.load().then(
        (fetched) => document.activeElement === asker && show(fetched),
        (error: unknown) => setFailed({ error }),
      )
    },
  }
}
