import { useLayoutEffect, useRef, type RefObject } from 'react'

/** A text field as high as its text, up to its own `max-height`. */
export function useAutosize(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const { current } = area
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight}px`
  }, [text])
  return area
}
