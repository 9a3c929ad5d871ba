// State outside React, and the only way in which components subscribe to it.
import { useSyncExternalStore } from 'react'

/** Listeners of a change. Both functions need no `this`. */
export interface Changes<Args extends unknown[] = []> {
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void
  readonly notify: (...args: Args) => void
}

/** A value that changes. `get` returns the same object until it does. */
export interface Readable<Value> {
  readonly get: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

export interface Store<Value> extends Readable<Value> {
  /** Notifies the listeners, unless the value is the same. */
  readonly set: (next: Value) => void
  readonly update: (change: (now: Value) => Value) => void
}

export function createChanges<Args extends unknown[] = []>(): Changes<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: (...args) => listeners.forEach((listener) => listener(...args)),
  }
}

export function createStore<Value>(first: Value): Store<Value> {
  const { subscribe, notify } = createChanges()
  let now = first
  const set = (next: Value) => {
    if (Object.is(next, now)) return
    now = next
    notify()
  }
  return { get: () => now, set, update: (change) => set(change(now)), subscribe }
}

/** Returns the value, or the part that `select` takes from it; re-renders only when that has changed. */
export function useStore<Value>(store: Readable<Value>): Value
export function useStore<Value, Part>(store: Readable<Value>, select: (value: Value) => Part): Part
export function useStore<Value, Part>(store: Readable<Value>, select?: (value: Value) => Part) {
  const read = select ? () => select(store.get()) : store.get
  return useSyncExternalStore<Value | Part>(store.subscribe, read, read)
}
