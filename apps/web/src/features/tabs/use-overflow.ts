import { useCallback, useState, type RefCallback } from 'react'

export interface Overflow {
  /** Content is hidden at the start, and at the end. */
  before: boolean
  after: boolean
}

const NONE: Overflow = { before: false, after: false }

/** Returns whether a horizontally scrolling row hides content at its ends; set `ref` on the row. */
export function useOverflow(): [overflow: Overflow, ref: RefCallback<HTMLElement>] {
  const [overflow, setOverflow] = useState(NONE)
  const ref = useCallback((row: HTMLElement | null) => {
    if (!row) return undefined
    const look = () => {
      // `scrollLeft` is negative in right-to-left rows.
      const place = Math.abs(row.scrollLeft)
      const next = { before: place > 1, after: place < row.scrollWidth - row.clientWidth - 1 }
      setOverflow((now) => (now.before === next.before && now.after === next.after ? now : next))
    }
    const sizes = new ResizeObserver(look)
    // Observes the tabs too: they change size when the row itself does not.
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
