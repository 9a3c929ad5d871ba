// The prompt that was saved last: its row is highlighted for two seconds (PAGE-3).
import { useSyncExternalStore } from 'react'

const SHOWN_MS = 2_000
let edited: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(id: number | undefined): void {
  edited = id
  for (const listener of listeners) listener()
}

export function markEdited(id: number): void {
  clearTimeout(timer)
  set(id)
  timer = setTimeout(() => set(undefined), SHOWN_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the prompt was saved within the last two seconds. */
export const useIsEdited = (id: number): boolean => useSyncExternalStore(subscribe, () => edited === id)
