import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { returnFocus } from './focus-trail.ts'

/** Returns the focus when its element went away with the last value, for example a button that did what it offered. */
export function useKeptFocus(value: string | number): void {
  const before = useRef(value)
  useEffect(() => {
    if (value !== before.current) returnFocus()
    before.current = value
  }, [value])
}

/** Returns the focus when its element goes away with this part of a page, for example the button of an empty list. */
export function useFocusAfter(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current
    const page = window.location.pathname
    return () => {
      if (!element?.contains(document.activeElement)) return
      // On another page the focus is moved to its heading.
      queueMicrotask(() => window.location.pathname === page && returnFocus())
    }
  }, [part])
}
