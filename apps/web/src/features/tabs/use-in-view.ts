import { useEffect } from 'react'
import { tabId } from './tab-ids.ts'

/** Keeps the chosen tab in view, or what else of its row has the focus: also when the row gets less room, or the tab takes more. */
export function useInView(chosen: number): void {
  useEffect(() => {
    const tab = document.getElementById(tabId(chosen))
    const row = tab?.closest('[role="tablist"]')?.parentElement
    if (!tab || !row) return undefined
    const show = () => {
      const focused = row.contains(document.activeElement) ? document.activeElement : null
      ;(focused ?? tab).scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const sizes = new ResizeObserver(show)
    sizes.observe(row)
    sizes.observe(tab)
    return () => sizes.disconnect()
  }, [chosen])
}
