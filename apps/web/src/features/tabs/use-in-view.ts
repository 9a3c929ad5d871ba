import { useEffect } from 'react'
import { tabId } from './tab-ids.ts'

const NEAREST = { block: 'nearest', inline: 'nearest' } as const

/** Scrolls the chosen tab into view (and its menu if focused) when another tab is chosen or the row shrinks. */
export function useInView(chosen: number): void {
  useEffect(() => {
    const tab = document.getElementById(tabId(chosen))
    const row = tab?.closest('[role="tablist"]')?.parentElement
    if (!tab || !row) return undefined
    const show = () => {
      tab.scrollIntoView(NEAREST)
      const focused = document.activeElement
      if (row.contains(focused) && !focused?.matches('[role="tab"]')) focused?.scrollIntoView(NEAREST)
    }
    show()
    const sizes = new ResizeObserver(show)
    sizes.observe(row)
    return () => sizes.disconnect()
  }, [chosen])
}
