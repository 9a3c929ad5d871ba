// Moves the focus between the rows of the navigation's list, and keeps it while rows move.
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

/** Returns the row that a key leads to from `index` of `count` rows; -1 for other keys and at the end of the list. */
export function nextRow(key: string, index: number, count: number): number {
  const places: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }
  const place = places[key] ?? -1
  return place < count && place !== index ? place : -1
}

/** Moves the focus to another row on arrow keys, Home and End. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const list = event.currentTarget.closest('[data-rows]')
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const index = rows.indexOf(event.currentTarget)
  const row = rows[nextRow(event.key, index, rows.length)]
  if (!row) return
  event.preventDefault()
  row.focus()
}

/** Returns a function that keeps the focus on the row of a project while pinning moves it. */
export function useRowFocus(pinned: readonly { id: number }[]): (id: number) => void {
  const moving = useRef<number | null>(null)
  const order = pinned.map(({ id }) => id).join()
  useEffect(() => {
    if (moving.current === null) return
    // An unpinned project may be on a page that is not loaded.
    const row =
      document.querySelector<HTMLElement>(`[data-row][href="/projects/${moving.current}"]`) ??
      document.querySelector<HTMLElement>('[data-row]')
    moving.current = null
    // The focused menu button was unmounted with the old row.
    if (document.activeElement === document.body) row?.focus({ preventScroll: true })
  }, [order])
  return (id) => void (moving.current = id)
}

/** Keeps the focus on the row of a project that a new list shows in another group: its old row, or field, is unmounted. */
export function useMovedFocus(focused: RefObject<Element | null>, list: unknown): void {
  useEffect(() => {
    const old = focused.current
    if (!old || old.isConnected || document.activeElement !== document.body) return
    const id = old.closest<HTMLElement>('[data-project]')?.dataset['project']
    document.querySelector<HTMLElement>(`[data-project="${id}"] [data-row]`)?.focus({ preventScroll: true })
  }, [focused, list])
}
