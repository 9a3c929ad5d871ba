// A part of the page that is loaded when it is first needed, and is there for everybody from then on.
import { useEffect, useSyncExternalStore } from 'react'

export interface LazyPart<T> {
  /** Loads it once; a failed load is tried again by whoever needs it next. */
  load(): Promise<T>
  /** What is loaded; undefined until then. */
  get(): T | undefined
  subscribe(listener: () => void): () => void
}

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  const listeners = new Set<() => void>()
  let part: T | undefined
  let loading: Promise<T> | undefined
  return {
    load() {
      loading ??= fetchPart()
        .then((loaded) => {
          part = loaded
          listeners.forEach((listener) => listener())
          return loaded
        })
        .finally(() => {
          loading = undefined
        })
      return part === undefined ? loading : Promise.resolve(part)
    },
    get: () => part,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The part, once it is there; asks for it when it is needed. Without it the page shows the plain text. */
export function useLazyPart<T>(part: LazyPart<T>, needed: boolean): T | undefined {
  const loaded = useSyncExternalStore(part.subscribe, part.get, part.get)
  useEffect(() => {
    // The text stays readable without it; the next text that needs it tries again.
    if (needed && loaded === undefined) part.load().catch(() => undefined)
  }, [part, needed, loaded])
  return needed ? loaded : undefined
}
