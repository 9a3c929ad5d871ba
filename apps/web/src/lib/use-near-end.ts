import { useCallback, type RefCallback } from 'react'

/** The ref of a mark at the end of a list: `load` is called when the mark comes near what is seen, while there is `more`. */
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
