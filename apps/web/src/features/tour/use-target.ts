import { useEffect, useState } from 'react'
import type { Box } from './place.ts'

/** Maximum time to wait for the target on a page that was just opened. */
const TIMEOUT = 1500

/**
 * Returns the position of the element that matches a selector, updated every frame while pages load, scroll and resize.
 * Undefined while searching, null when there is no target.
 */
export function useTarget(selector: string, step: number): Box | null | undefined {
  const [found, setFound] = useState<{ step: number; box: Box | null }>()
  useEffect(() => {
    const began = performance.now()
    let seen: Element | undefined
    let last = ''
    let frame = 0
    const look = () => {
      const element = visible(selector)
      if (element && element !== seen) element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      seen = element
      const box = element ? boxOf(element) : null
      const text = JSON.stringify(box)
      const settled = box !== null || selector === '' || performance.now() - began > TIMEOUT
      if (settled && text !== last) {
        last = text
        setFound({ step, box })
      }
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [selector, step])
  return found?.step === step ? found.box : undefined
}

/** Returns the first visible element of a selector; none for an invalid selector. */
function visible(selector: string): Element | undefined {
  if (!selector) return undefined
  try {
    return [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)
  } catch {
    return undefined
  }
}

/** Returns the part of the element inside the window. */
function boxOf(element: Element): Box | null {
  const rect = element.getBoundingClientRect()
  const left = Math.max(rect.left, 0)
  const top = Math.max(rect.top, 0)
  const width = Math.min(rect.right, window.innerWidth) - left
  const height = Math.min(rect.bottom, window.innerHeight) - top
  return width > 0 && height > 0 ? { left, top, width, height } : null
}
