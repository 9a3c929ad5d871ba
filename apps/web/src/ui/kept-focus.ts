import { useEffect, useRef } from 'react'
import { returnFocus } from './focus-trail.ts'

/** Returns the focus when its element went away with the last value, for example a button that did what it offered. */
export function useKeptFocus(value: string | number): void {
  const before = useRef(value)
  useEffect(() => {
    if (value !== before.current) returnFocus()
    before.current = value
  }, [value])
}
