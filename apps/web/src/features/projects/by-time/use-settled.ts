import { useEffect, useState } from 'react'

/** Debounce of the search, in milliseconds. */
const PAUSE = 200

/** Debounces a text; an empty text applies at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return undefined
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [settled, text])
  return text === '' ? '' : settled
}
