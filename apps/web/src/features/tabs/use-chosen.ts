import type { Tab } from '@polylogue/contract'
import { useState } from 'react'

/**
 * Returns the tab to show after one was removed: the next remaining one, or the nearest before it. Undefined if none remains
 * or the tab was unknown.
 */
export function neighbourOf(
  before: readonly number[],
  gone: number,
  left: readonly number[],
): number | undefined {
  const place = before.indexOf(gone)
  if (place < 0) return undefined
  const there = (id: number) => left.includes(id)
  return before.slice(place + 1).find(there) ?? before.slice(0, place).findLast(there)
}

/**
 * Returns the visible tab: `wanted` from the address, or the previous one, or its neighbour if it was deleted, or the first.
 */
export function useChosen(tabs: readonly Tab[] | undefined, wanted: string | null): Tab | undefined {
  const [seen, setSeen] = useState<{ tabs: readonly Tab[]; id: number } | null>(null)
  const find = (id: number | undefined) => tabs?.find((tab) => tab.id === id)
  const before = seen?.tabs.map(({ id }) => id) ?? []
  const left = tabs?.map(({ id }) => id) ?? []
  const chosen =
    tabs?.find(({ id }) => String(id) === wanted) ??
    find(seen?.id) ??
    (seen ? find(neighbourOf(before, seen.id, left)) : undefined) ??
    tabs?.[0]
  if (tabs && chosen && (seen?.tabs !== tabs || seen.id !== chosen.id)) setSeen({ tabs, id: chosen.id })
  return chosen
}
