// Code that is loaded on first use and shared by all components from then on.
import { useEffect } from 'react'
import { whenIdle } from './idle.ts'
import { loadCode } from './load-code.ts'
import { createStore, useStore, type Readable } from './store.ts'

/** `get` returns the loaded part; undefined until then. */
export interface LazyPart<T> extends Readable<T | undefined> {
  /**
   * Loads the part once; loads it again after a failure.
   * @throws the error of the last attempt
   */
  load(): Promise<T>
  /** Loads the part when the browser is idle after `ms`, for components that also work without it. */
  loadWhenIdle(ms?: number): void
}

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  const part = createStore<T | undefined>(undefined)
  let loading: Promise<T> | undefined
  let awaitsIdle = false
  const load = () => {
    loading ??= loadCode(fetchPart).then(
      (fetched) => {
        part.set(fetched)
        return fetched
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    load,
    loadWhenIdle(ms = 0) {
      if (awaitsIdle || loading) return
      awaitsIdle = true
      setTimeout(whenIdle, ms, () => {
        awaitsIdle = false
        // The component works without the part; the next call of `load` retries.
        load().catch(() => undefined)
      })
    },
    get: part.get,
    subscribe: part.subscribe,
  }
}

/** Returns the part once it is loaded; loads it when `needed` and the browser is idle. */
export function useLazyPart<T>(part: LazyPart<T>, needed = true): T | undefined {
  const loaded = useStore(part)
  useEffect(() => {
    if (needed && loaded === undefined) part.loadWhenIdle()
  }, [part, needed, loaded])
  return needed ? loaded : undefined
}
