// How the navigation's list behaves: keys that move in it, pages that come while one scrolls, a search that waits for a pause.
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'

/** Milliseconds without a key: what stands there now is searched for. */
const PAUSE = 200

/** A text once nobody has typed for a moment; clearing it counts at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return undefined
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [settled, text])
  return text === '' ? '' : settled
}

/** Which of `count` rows a key leads to from the one at `index`; -1 when it is no such key or there is none further. */
export function nextRow(key: string, index: number, count: number): number {
  const places: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }
  const place = places[key] ?? -1
  return place < count && place !== index ? place : -1
}

/** Arrow keys, Home and End pressed on a row move the focus to another row of its list. */
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

/** A row that goes to another place of the list takes the focus with it: for the project whose id is given. */
export function useFocusKept(pinned: readonly { id: number }[]): (id: number) => void {
  const moving = useRef<number | null>(null)
  const order = pinned.map(({ id }) => id).join()
  useEffect(() => {
    if (moving.current === null) return
    // An unpinned one may stand on a page of the list that is not there yet.
    const row =
      document.querySelector<HTMLElement>(`[data-row][href="/projects/${moving.current}"]`) ??
      document.querySelector<HTMLElement>('[data-row]')
    moving.current = null
    // The menu's button, which had the focus, stood in the row's old place.
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

/** For the button at a list's end: it need not be pressed, coming near it is enough. After a failure it has to be. */
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
