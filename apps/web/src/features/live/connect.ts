// The page's stream: opened while the page is looked at, and what it says put to use.
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../../lib/api.ts'
import { createLive, openMessages, type LiveState } from '../../lib/live.ts'
import { hear, lookAgain } from './hearing.ts'
import { createRefresh } from './refresh.ts'

/** Without a stream for so long although there is a connection, people are told (shell specification, section 8). */
const LOST_MS = 30_000

/** Connects the page until the returned function is called. `lost` is called once for every loss that lasts. */
export function connect({
  api,
  cache,
  userId,
  lost,
}: {
  api: Api
  cache: QueryClient
  userId: number
  lost: () => void
}): () => void {
  const refresh = createRefresh(cache)
  const page = { cache, refresh }
  const watch = watchLoss(lost)
  const live = createLive({
    open: (signal) => openMessages(api, userId, signal),
    wanted: () => document.visibilityState === 'visible' && navigator.onLine,
    heard: (message) => hear(page, message),
    opened: (first) => lookAgain(page, first),
    changed: watch.changed,
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
  let told = false
  return {
    changed(state) {
      if (state === 'open') told = false
      if (state === 'open' || state === 'closed') {
        clearTimeout(timer)
        timer = undefined
      } else if (!told)
        timer ??= setTimeout(() => {
          told = true
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
