import type { Notices } from '../../lib/notices.ts'

/** Seconds from saving or deleting a theme to the reload (shell specification, section 9). */
export const RELOAD_AFTER = 5

interface Counting {
  notices: Notices
  title: string
  /** The sentence with so many seconds left. */
  text: (seconds: number) => string
  reload: () => void
}

/** Tells how long it is to the reload, second by second. Closing the notice calls the reload off. */
export function reloadSoon({ notices, title, text, reload }: Counting): void {
  let left = RELOAD_AFTER
  const id = notices.show({ kind: 'done', title, text: text(left), sticky: true })
  const timer = setInterval(() => {
    if (!notices.list().some((notice) => notice.id === id)) return clearInterval(timer)
    left -= 1
    if (left > 0) return notices.update(id, { text: text(left) })
    clearInterval(timer)
    reload()
  }, 1000)
}
