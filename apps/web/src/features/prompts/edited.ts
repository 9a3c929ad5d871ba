// The prompt that was saved last: its row is highlighted for two seconds (PAGE-3).
import { useQueryClient } from '@tanstack/react-query'
import { perPage } from '#lib/per-page.ts'
import { createStore, useStore } from '#lib/store.ts'

const SHOWN_MS = 2_000

const editedOf = perPage(() => {
  const last = createStore<number | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const mark = (id: number) => {
    clearTimeout(timer)
    last.set(id)
    timer = setTimeout(() => last.set(undefined), SHOWN_MS)
  }
  return { last, mark }
})

/** Returns a function that marks a prompt as saved. */
export const useMarkEdited = (): ((id: number) => void) => editedOf(useQueryClient()).mark

/** Whether the prompt was saved within the last two seconds. */
export const useIsEdited = (id: number): boolean =>
  useStore(editedOf(useQueryClient()).last, (last) => last === id)
