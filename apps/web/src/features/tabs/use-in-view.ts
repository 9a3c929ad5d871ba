import { useEffect } from 'react'
import { tabId } from './tab-ids.ts'

const NEAREST = { block: 'nearest', inline: 'nearest' } as const

/** Keeps the chosen tab in view, and its menu when that has the focus: when another is chosen, and when the row gets less room. */
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
