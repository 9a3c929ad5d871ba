// Keeps the stream of one hidden page open for people who want notifications of the browser. Others need none.
import { recall } from '#lib/preferences.ts'

const LOCK = 'polylogue.pushes'

export interface HiddenListener {
  /** Whether this hidden page listens for all pages of the browser. */
  listens(): boolean
  /** Call when the page was hidden or shown. */
  look(): void
  end(): void
}

/**
 * Hidden pages queue for a lock that visible pages share: so one hidden page listens while none is visible. `onListens` is called
 * when this page's turn has come.
 */
export function createHiddenListener(onListens: () => void): HiddenListener {
  let held: { control: AbortController; hidden: boolean } | undefined
  let isMine = false
  const end = () => {
    held?.control.abort()
    held = undefined
    isMine = false
  }
  return {
    listens: () => isMine,
    look() {
      const hidden = document.visibilityState === 'hidden'
      if (held?.hidden === hidden && wantsPushes()) return
      end()
      // Without locks the page has no secure context, which notifications of the browser need, too.
      if (!wantsPushes() || !('locks' in navigator)) return
      const control = new AbortController()
      held = { control, hidden }
      const { signal } = control
      const keep = () => {
        isMine = hidden && !signal.aborted
        if (isMine) onListens()
        return new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        )
      }
      navigator.locks
        .request(LOCK, { mode: hidden ? 'exclusive' : 'shared', signal }, keep)
        .catch(() => undefined)
    },
    end,
  }
}

/** The notifications feature stores the choice in this browser; the plugin switches it off. */
const wantsPushes = (): boolean =>
  recall('pushes') !== null &&
  !recall('uninstalled')?.split(' ').includes('real-time-notifications') &&
  'Notification' in globalThis &&
  Notification.permission === 'granted'
