// Throttles the rendering of a fast stream: once per frame, and less often the longer a render takes.
import { flushSync } from 'react-dom'

/** Pause after a render, as a multiple of its duration, so that typing stays responsive. */
const REST = 5
/** Maximum pause in milliseconds. */
const MAX_MS = 150
/** A shorter pause ends by the next frame anyway. */
const FRAME_MS = 12
/** Milliseconds after a key press in which the user counts as typing: the text then renders about every `STEP_MS`. */
const TYPING_MS = 500
const STEP_MS = 300
/** No render within this time after a key press; a render after it ends before the next key. */
const KEY_MS = 25
/** Fallback timer: a hidden or blocked page has no animation frames but still updates. */
const HIDDEN_MS = 250

export interface Pace {
  /** Schedules one call of `show`; React has rendered its changes when it returns. */
  ask(): void
  /** Calls `show` now if a call is scheduled. */
  flush(): void
}

/** The browser's frames and timers; replaced in tests. */
export interface Frames {
  now(): number
  next(act: () => void): void
  schedule(act: () => void, ms: number): void
  /** Time of the last key press. */
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
    schedule: (act, ms) => void setTimeout(act, ms),
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
    earliest = end + Math.min(MAX_MS, (end - start) * REST)
    shownAt = end
  }
  const turn = () => {
    const now = frames.now()
    const typedAt = frames.typedAt()
    const due = shownAt + STEP_MS
    const freeAt = now - typedAt < TYPING_MS ? Math.min(Math.max(due, typedAt + KEY_MS), due + MAX_MS) : 0
    if (freeAt > now) return frames.schedule(turn, freeAt - now)
    under = false
    flush()
  }
  return {
    ask() {
      asked = true
      if (under) return
      under = true
      const wait = earliest - frames.now()
      if (wait > FRAME_MS) frames.schedule(() => frames.next(turn), wait)
      else frames.next(turn)
    },
    flush,
  }
}
