import { useCallback, useState, type RefCallback } from 'react'

export interface Overflow {
  /** There is more before what is seen, and after it. */
  before: boolean
  after: boolean
}

const NONE: Overflow = { before: false, after: false }

/** Whether a row that scrolls sideways hides something at its ends; `ref` goes on the row. */
export function useOverflow(): [overflow: Overflow, ref: RefCallback<HTMLElement>] {
  const [overflow, setOverflow] = useState(NONE)
  const ref = useCallback((row: HTMLElement | null) => {
    if (!row) return undefined
    const look = () => {
      // Right-to-left rows count their place downwards from nought.
      const place = Math.abs(row.scrollLeft)
      const next = { before: place > 1, after: place < row.scrollWidth - row.clientWidth - 1 }
      setOverflow((now) => (now.before === next.before && now.after === next.after ? now : next))
    }
    const sizes = new ResizeObserver(look)
    // Tabs come and go and change their names: their sizes change then, the row's own does not.
    const watch = () => {
      sizes.disconnect()
      sizes.observe(row)
      for (const tab of row.querySelectorAll('[role="tab"]')) sizes.observe(tab)
    }
    const tabs = new MutationObserver(watch)
    tabs.observe(row, { childList: true, subtree: true })
    watch()
    row.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      tabs.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [])
  return [overflow, ref]
}
