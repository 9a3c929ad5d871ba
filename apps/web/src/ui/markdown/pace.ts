// How often a page is told that a fast stream has grown: once per frame, and less often when showing it is slow.
import { flushSync } from 'react-dom'

/** Showing it took longer than this: the next time waits. */
const SLOW_MS = 8
const PAUSE_MS = 50
/** A hidden page has no frames; it still learns of what came. */
const HIDDEN_MS = 250

export interface Pace {
  /** Calls `show` soon, however often it is asked; React has drawn what it changed when it returns. */
  ask(): void
  /** Calls `show` now if it was asked for. */
  flush(): void
}

/** The frames of a browser; a test brings its own. */
export interface Frames {
  now(): number
  next(act: () => void): void
  later(act: () => void, ms: number): void
}

const browserFrames: Frames = {
  now: () => performance.now(),
  next: (act) => {
    if (document.hidden) setTimeout(act, HIDDEN_MS)
    else requestAnimationFrame(act)
  },
  later: (act, ms) => void setTimeout(act, ms),
}

export function createPace(show: () => void, frames: Frames = browserFrames): Pace {
  let asked = false
  let under = false
  let earliest = 0
  const flush = () => {
    if (!asked) return
    asked = false
    const start = frames.now()
    flushSync(show)
    const end = frames.now()
    earliest = end - start > SLOW_MS ? end + PAUSE_MS : 0
  }
  const turn = () => {
    under = false
    flush()
  }
  return {
    ask() {
      asked = true
      if (under) return
      under = true
      const wait = earliest - frames.now()
      if (wait > 0) frames.later(() => frames.next(turn), wait)
      else frames.next(turn)
    },
    flush,
  }
}
