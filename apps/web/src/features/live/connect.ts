// The live stream of the page: open while the page is visible; passes events to the handlers of the features.
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../../lib/api.ts'
import { createLive, openMessages, type LiveState } from '../../lib/live.ts'
import { onLiveEvent, onLiveOpen, type LiveHandler, type LivePage } from './handler.ts'
import { createRefresh } from './refresh.ts'

/** Time without a stream, although the browser is online, before the user is notified (shell specification, section 8). */
const LOST_MS = 30_000

/** Connects until the returned function is called. Calls `lost` once per lasting disconnection. */
export function connect({
  api,
  cache,
  notices,
  userId,
  handlers,
  lost,
}: {
  api: Api
  cache: QueryClient
  notices: LivePage['notices']
  userId: number
  handlers: readonly LiveHandler[]
  lost: () => void
}): () => void {
  const refresh = createRefresh(cache)
  const page = { cache, refresh, notices }
  const watch = watchLoss(lost)
  const live = createLive({
    open: (signal) => openMessages(api, userId, signal),
    wanted: () => document.visibilityState === 'visible' && navigator.onLine,
    onMessage: (message) => onLiveEvent(handlers, page, message),
    onOpen: (first) => onLiveOpen(handlers, page, first),
    onStateChange: watch.changed,
    pause,
    now: () => performance.now(),
    random: Math.random,
  })
  const look = () => live.look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  watch.changed('initializing')
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
    live.end()
    refresh.end()
  }
}

function watchLoss(lost: () => void): { changed(state: LiveState): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = false
  return {
    changed(state) {
      if (state === 'open') shown = false
      if (state === 'open' || state === 'closed') {
        clearTimeout(timer)
        timer = undefined
      } else if (!shown)
        timer ??= setTimeout(() => {
          shown = true
          lost()
        }, LOST_MS)
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
