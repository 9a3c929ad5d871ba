// The prompt that was saved last: its row is highlighted for two seconds (PAGE-3).
import { createStore, useStore } from '../../lib/store.ts'

const SHOWN_MS = 2_000
const edited = createStore<number | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

export function markEdited(id: number): void {
  clearTimeout(timer)
  edited.set(id)
  timer = setTimeout(() => edited.set(undefined), SHOWN_MS)
}

/** Whether the prompt was saved within the last two seconds. */
export const useIsEdited = (id: number): boolean => useStore(edited, (last) => last === id)
