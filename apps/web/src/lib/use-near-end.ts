import { useCallback, type RefCallback } from 'react'

/**
 * Returns the ref of an element at the end of a list; calls `load` when it comes near the viewport, while there is `more`.
 */
export function useNearEnd(more: boolean, load: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (mark) => {
      if (!mark || !more) return undefined
      const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
        root: mark.closest('[data-scrolls]'),
        rootMargin: '0px 0px 400px',
      })
      observer.observe(mark)
      return () => observer.disconnect()
    },
    [more, load],
  )
}
