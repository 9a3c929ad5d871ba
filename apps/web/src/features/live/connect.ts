// The live stream of the page: open while the page is visible; passes events to the handlers of the features.
import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#lib/api.ts'
import { loadCode } from '#lib/load-code.ts'
import { recall } from '#lib/preferences.ts'
import type { Store } from '#lib/store.ts'
import { createLive, openMessages, type LiveState } from '#lib/live.ts'
import { onLiveEvent, onLiveOpen, type LiveHandler, type LivePage } from './handler.ts'
import type { HiddenListener } from './hidden-listener.ts'
import { createRefresh } from './refresh.ts'
import { liveStateOf } from './state.ts'

/** Time without a stream, although the browser is online, before the user is notified (LIVE-4). */
const LOST_MS = 30_000

/** Data that was loaded longer ago than this when the first stream opens is refetched. */
const FRESH_MS = 30_000
/** Covers the way of the request to the server, and data that was loaded just before the page's `Live`. */
const MARGIN_MS = 2_000

/** Connects until the returned function is called. Calls `lost` once per lasting disconnection. */
export function connect({
  api,
  cache,
  notices,
  userId,
  handlers,
  loaded,
  lost,
}: {
  api: Api
  cache: QueryClient
  notices: LivePage['notices']
  userId: number
  handlers: readonly LiveHandler[]
  /** When the page began to load its data, as `performance.now()`: the server repeats what changed since. */
  loaded: number
  lost: () => void
}): () => void {
  const refresh = createRefresh(cache)
  const page = { api, cache, refresh, notices }
  const watch = watchState(liveStateOf(cache), lost)
  let isOpened = false
  const listener = createLaterListener(() => live.look())
  const age = () => Math.ceil(performance.now() - loaded)
  const isFresh = () => age() <= FRESH_MS
  const live = createLive({
    open: (signal) =>
      openMessages(api, userId, signal, isOpened || !isFresh() ? undefined : age() + MARGIN_MS),
    wanted: () => (document.visibilityState === 'visible' || listener.listens()) && navigator.onLine,
    onMessage: (message) => onLiveEvent(handlers, page, message),
    onOpen(first) {
      isOpened = true
      onLiveOpen(handlers, page, first && isFresh())
    },
    onStateChange: watch.changed,
    pause,
    now: () => performance.now(),
    random: Math.random,
  })
  const look = () => {
    listener.look()
    live.look()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  watch.changed('initializing')
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
    listener.end()
    live.end()
    refresh.end()
  }
}

/** Loads the listener of hidden pages once somebody wants notifications of the browser. */
function createLaterListener(onListens: () => void): HiddenListener {
  let isEnded = false
  let listener: HiddenListener | undefined
  const listen = async () => {
    const { createHiddenListener } = await loadCode(() => import('./hidden-listener.ts'))
    if (isEnded) return
    listener ??= createHiddenListener(onListens)
    listener.look()
    onListens()
  }
  return {
    listens: () => listener?.listens() === true,
    look() {
      if (listener || recall('pushes') === null) listener?.look()
      else void listen()
    },
    end() {
      isEnded = true
      listener?.end()
    },
  }
}

function watchState(shownState: Store<LiveState>, lost: () => void): { changed(state: LiveState): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = false
  return {
    changed(state) {
      shownState.set(state)
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
