import type { Notices } from './notices.ts'

/** Seconds until a countdown acts: a theme's reload, a changed password's sign-out (shell specification, section 9). */
export const COUNTDOWN = 5

interface Counting {
  notices: Notices
  title: string
  /** The sentence with so many seconds left. */
  text: (seconds: number) => string
  /** What happens at the end. */
  act: () => void
  /** Closing the notice does not call it off: the server ends it in any case. */
  certain?: boolean
}

/** Tells how long it is until something happens, second by second. Closing the notice calls it off, unless it is certain. */
export function countDown({ notices, title, text, act, certain = false }: Counting): void {
  let left = COUNTDOWN
  const id = notices.show({ kind: 'done', title, text: text(left), sticky: true })
  const isShown = () => notices.list().some((notice) => notice.id === id)
  const timer = setInterval(() => {
    if (!certain && !isShown()) return clearInterval(timer)
    left -= 1
    if (left > 0) return notices.update(id, { text: text(left) })
    clearInterval(timer)
    act()
  }, 1000)
}
