// Notices (toasts) at the bottom right: three at most, five seconds each, fifteen with a button; failures stay until closed or for the configured
// time.
import { createContext, use } from 'react'
import { STANDARD } from './config.ts'
import { createStore, type Readable } from './store.ts'

export type NoticeKind = 'done' | 'info' | 'warning' | 'failure'

export interface Notice {
  id: number
  kind: NoticeKind
  title: string
  text?: string | undefined
  /** A button, such as Undo, that also closes the notice. */
  action?: { readonly label: string; readonly run: () => void } | undefined
  /** Stays until closed, at most for the configured time; the default for failures. */
  sticky?: boolean | undefined
}

export type NewNotice = Omit<Notice, 'id' | 'kind' | 'title'> & Partial<Pick<Notice, 'kind' | 'title'>>

export interface Notices extends Readable<readonly Notice[]> {
  /** Shows a notice and returns its id. Without a kind it reports success, without a title it has the name of the app. */
  show(notice: NewNotice): number
  /** Updates a notice that is still shown. */
  update(id: number, changes: Partial<Pick<Notice, 'title' | 'text'>>): void
  close(id: number): void
  /** Pauses the timers while the pointer or focus is on the notices; afterwards each timer starts again (WCAG 2.2.1). */
  hold(held: boolean): void
}

const MAX = 3
const SHOWN_FOR = 5000
/** Time to read a notice and to reach its button. */
const ACTION_FOR = 15_000

/**
 * Creates the notices of a page. A fourth one replaces the oldest that is not sticky, else the oldest. `stickyFor` returns
 * the milliseconds for which a sticky notice is shown, `appName` the title of a notice without one.
 */
export function createNotices(
  stickyFor: () => number = () => STANDARD.stickyNotificationMs,
  appName: () => string = () => STANDARD.appName,
): Notices {
  const shown = createStore<readonly Notice[]>([])
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let last = 0
  let held = false
  const stop = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  const close = (id: number) => {
    stop(id)
    shown.update((list) => list.filter((notice) => notice.id !== id))
    // The notice under the pointer is gone, so there is no `pointerleave` event.
    if (shown.get().length === 0) held = false
  }
  const start = ({ id, sticky, action }: Notice) => {
    stop(id)
    timers.set(
      id,
      setTimeout(() => close(id), sticky ? stickyFor() : action ? ACTION_FOR : SHOWN_FOR),
    )
  }
  return {
    show({ kind = 'done', title = appName(), ...rest }) {
      const notice = { ...rest, kind, title }
      const id = ++last
      const sticky = notice.sticky ?? notice.kind === 'failure'
      shown.update((list) => {
        const others = list.filter(({ title: one, text }) => one !== title || text !== notice.text)
        return fitting([...others, { ...notice, sticky, id }])
      })
      if (!held) start({ ...notice, sticky, id })
      return id
    },
    update: (id, changes) =>
      shown.update((list) => list.map((notice) => (notice.id === id ? { ...notice, ...changes } : notice))),
    close,
    hold(next) {
      if (next === held) return
      held = next
      for (const notice of shown.get()) {
        if (held) stop(notice.id)
        else start(notice)
      }
    },
    get: shown.get,
    subscribe: shown.subscribe,
  }
}

function fitting(notices: readonly Notice[]): readonly Notice[] {
  if (notices.length <= MAX) return notices
  const out = notices.find((notice) => !notice.sticky) ?? notices[0]
  return notices.filter((notice) => notice !== out)
}

const NoticesContext = createContext<Notices | null>(null)
export const NoticesProvider = NoticesContext.Provider

export function useNotices(): Notices {
  const notices = use(NoticesContext)
  if (!notices) throw new Error('NoticesProvider is missing')
  return notices
}
