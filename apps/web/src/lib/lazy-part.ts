// A part of the page whose code is fetched when it is first needed, and is there for everybody from then on.
import { useEffect, useSyncExternalStore } from 'react'
import { whenIdle } from './idle.ts'
import { loadCode } from './load-code.ts'

export interface LazyPart<T> {
  /**
   * Fetches it, once; after a failure again.
   * @throws what the last try threw
   */
  load(): Promise<T>
  /** Fetches it when nothing else is to be done, for whoever is useful without it. */
  loadWhenIdle(): void
  /** What was fetched; undefined until then. */
  get(): T | undefined
  subscribe(listener: () => void): () => void
}

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  const listeners = new Set<() => void>()
  let part: T | undefined
  let loading: Promise<T> | undefined
  let awaitsIdle = false
  const load = () => {
    loading ??= loadCode(fetchPart).then(
      (fetched) => {
        part = fetched
        listeners.forEach((listener) => listener())
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
    loadWhenIdle() {
      if (awaitsIdle || loading) return
      awaitsIdle = true
      whenIdle(() => {
        awaitsIdle = false
        // What is shown stays useful without it; whoever needs it next tries again.
        load().catch(() => undefined)
      })
    },
    get: () => part,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The part, once it is there; asks for it when it is needed and nothing else is to be done. Whoever shows it does without until then. */
export function useLazyPart<T>(part: LazyPart<T>, needed = true): T | undefined {
  const loaded = useSyncExternalStore(part.subscribe, part.get, part.get)
  useEffect(() => {
    if (needed && loaded === undefined) part.loadWhenIdle()
  }, [part, needed, loaded])
  return needed ? loaded : undefined
}
