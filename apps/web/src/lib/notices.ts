// What the page tells in passing: at the bottom right, five seconds, failures until they are closed, three at most.
import { createContext, use } from 'react'

export type NoticeKind = 'done' | 'info' | 'warning' | 'failure'

export interface Notice {
  id: number
  kind: NoticeKind
  title: string
  text?: string | undefined
  /** Kept until it is closed; failures always are. */
  sticky?: boolean | undefined
}

export interface Notices {
  /** Shows a notice and returns its id. */
  show(notice: Omit<Notice, 'id'>): number
  close(id: number): void
  list(): readonly Notice[]
  subscribe(listener: () => void): () => void
}

const AT_MOST = 3
const SHOWN_FOR = 5000

/** The notices of a page. A fourth one pushes out the oldest that is not sticky, else the oldest. */
export function createNotices(): Notices {
  const listeners = new Set<() => void>()
  let shown: readonly Notice[] = []
  let last = 0
  const change = (next: readonly Notice[]) => {
    shown = next
    listeners.forEach((listener) => listener())
  }
  const close = (id: number) => change(shown.filter((notice) => notice.id !== id))
  return {
    show(notice) {
      const id = ++last
      const sticky = notice.sticky ?? notice.kind === 'failure'
      const same = shown.filter((other) => other.title !== notice.title || other.text !== notice.text)
      change(fitting([...same, { ...notice, sticky, id }]))
      if (!sticky) setTimeout(() => close(id), SHOWN_FOR)
      return id
    },
    close,
    list: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function fitting(notices: readonly Notice[]): readonly Notice[] {
  if (notices.length <= AT_MOST) return notices
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
