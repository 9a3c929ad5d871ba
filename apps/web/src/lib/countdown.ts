import type { Notices } from './notices.ts'

/** Seconds until a countdown acts: a theme's reload, a changed password's sign-out (PAGE-4, SIGNIN-7). */
export const COUNTDOWN = 5

interface Counting {
  notices: Notices
  title: string
  /** Returns the sentence for the seconds left. */
  text: (seconds: number) => string
  /** Called at the end. */
  act: () => void
  /** Closing the notice does not cancel it, because the server acts in any case. */
  certain?: boolean
}

/** Shows a notice that counts down the seconds and then calls `act`. Closing the notice cancels it, unless `certain`. */
export function countDown({ notices, title, text, act, certain = false }: Counting): void {
  let left = COUNTDOWN
  const id = notices.show({ kind: 'done', title, text: text(left), sticky: true })
  const isShown = () => notices.get().some((notice) => notice.id === id)
  const timer = setInterval(() => {
    if (!certain && !isShown()) return clearInterval(timer)
    left -= 1
    if (left > 0) return notices.update(id, { text: text(left) })
    clearInterval(timer)
    act()
  }, 1000)
}
