import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Makes a text field as high as its text, up to its own `max-height`. A browser that can keeps it so by itself. */
export function fitToText(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) {
    area.style.setProperty('field-sizing', 'content')
    return
  }
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/** A text field as high as its text. */
export function useAutosize(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (area.current) fitToText(area.current)
  }, [text])
  return area
}
