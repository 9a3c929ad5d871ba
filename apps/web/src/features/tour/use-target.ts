import { useEffect, useState } from 'react'
import type { Box } from './place.ts'

/** A page that was just opened may take this long to show what a step points at. */
const PATIENCE = 1500

/**
 * Where what a selector names stands, frame by frame, as pages load, scroll and change size. Undefined while it is looked for,
 * null when there is nothing to point at.
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
      const settled = box !== null || selector === '' || performance.now() - began > PATIENCE
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

/** The first element of the selector that has a place on the screen; none for a selector that is no selector. */
function visible(selector: string): Element | undefined {
  if (!selector) return undefined
  try {
    return [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)
  } catch {
    return undefined
  }
}

/** The part of the element that is inside the window. */
function boxOf(element: Element): Box | null {
  const rect = element.getBoundingClientRect()
  const left = Math.max(rect.left, 0)
  const top = Math.max(rect.top, 0)
  const width = Math.min(rect.right, window.innerWidth) - left
  const height = Math.min(rect.bottom, window.innerHeight) - top
  return width > 0 && height > 0 ? { left, top, width, height } : null
}
