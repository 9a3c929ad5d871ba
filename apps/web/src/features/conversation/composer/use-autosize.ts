import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Fits the height of a text field to its text, up to its `max-height`. Uses `field-sizing` if supported. */
export function fitToText(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) {
    area.style.setProperty('field-sizing', 'content')
    return
  }
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/** Returns a ref that keeps a text field as high as its text. */
export function useAutosize(text: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (area.current) fitToText(area.current)
  }, [text])
  return area
}
