// A part of the page whose code is fetched when it is first needed, and is there for everybody from then on.
import { useEffect, useSyncExternalStore } from 'react'
import { patiently } from './patiently.ts'

export interface LazyPart<T> {
  /**
   * Fetches it, once; after a failure again.
   * @throws what the last try threw
   */
  load(): Promise<T>
  /** What was fetched; undefined until then. */
  get(): T | undefined
  subscribe(listener: () => void): () => void
}

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  const listeners = new Set<() => void>()
  let part: T | undefined
  let loading: Promise<T> | undefined
  return {
    load() {
      loading ??= patiently(fetchPart).then(
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
    },
    get: () => part,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The part, once it is there; asks for it when it is needed. Whoever shows it does without until then. */
export function useLazyPart<T>(part: LazyPart<T>, needed = true): T | undefined {
  const loaded = useSyncExternalStore(part.subscribe, part.get, part.get)
  useEffect(() => {
    // What is shown stays useful without it; whoever needs it next tries again.
    if (needed && loaded === undefined) part.load().catch(() => undefined)
  }, [part, needed, loaded])
  return needed ? loaded : undefined
}
