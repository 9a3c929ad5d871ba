// Behaviour of the navigation's list: arrow keys, paging on scrolling, debounced search.
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'

/** Debounce of the search, in milliseconds. */
const PAUSE = 200

/** Debounces a text; an empty text applies at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return undefined
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [settled, text])
  return text === '' ? '' : settled
}

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

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Returns a ref for the "more" button: loads the next page when it comes near; after an error it has to be clicked. */
export function useMoreInSight(pages: Pages) {
  const button = useRef<HTMLButtonElement>(null)
  const waiting = pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError
  const fetchMore = useEffectEvent(() => void pages.fetchNextPage())
  useEffect(() => {
    if (!waiting || !button.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchMore()
      },
      { rootMargin: '200px' },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [waiting])
  return button
}
