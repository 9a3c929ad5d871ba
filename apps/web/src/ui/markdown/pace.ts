// How often a page is told that a fast stream has grown: once per frame, and less often the longer it takes.
import { flushSync } from 'react-dom'

/** After showing it the page is left alone for so many times as long as that took: whoever types comes first. */
const REST = 5
/** However long it takes, the text moves on after this. */
const MOST_MS = 150
/** Less than this is over by the next frame anyhow. */
const FRAME_MS = 12
/** So long after a key somebody counts as typing: then the text moves on in larger steps, about one every `STEP_MS`. */
const TYPING_MS = 500
const STEP_MS = 300
/** The time after a key is the key's; a step right behind it is done before the next one. */
const KEY_MS = 25
/** A page that is hidden, covered or held up has no frames; it still learns of what came. */
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
  /** When the last key was pressed. */
  typedAt(): number
}

function browserFrames(): Frames {
  let typedAt = -Infinity
  const typed = (event: Event) => (typedAt = event.timeStamp)
  window.addEventListener('keydown', typed, { capture: true, passive: true })
  return {
    now: () => performance.now(),
    next: (act) => {
      let done = false
      const once = () => {
        if (!done) act()
        done = true
      }
      if (!document.hidden) requestAnimationFrame(once)
      setTimeout(once, HIDDEN_MS)
    },
    later: (act, ms) => void setTimeout(act, ms),
    typedAt: () => typedAt,
  }
}

export function createPace(show: () => void, frames: Frames = browserFrames()): Pace {
  let asked = false
  let under = false
  let earliest = 0
  let shownAt = -Infinity
  const flush = () => {
    if (!asked) return
    asked = false
    const start = frames.now()
    flushSync(show)
    const end = frames.now()
    earliest = end + Math.min(MOST_MS, (end - start) * REST)
    shownAt = end
  }
  const turn = () => {
    const now = frames.now()
    const typedAt = frames.typedAt()
    const due = shownAt + STEP_MS
    const freeAt = now - typedAt < TYPING_MS ? Math.min(Math.max(due, typedAt + KEY_MS), due + MOST_MS) : 0
    if (freeAt > now) return frames.later(turn, freeAt - now)
    under = false
    flush()
  }
  return {
    ask() {
      asked = true
      if (under) return
      under = true
      const wait = earliest - frames.now()
      if (wait > FRAME_MS) frames.later(() => frames.next(turn), wait)
      else frames.next(turn)
    },
    flush,
  }
}
