import { useEffect, useEffectEvent, useRef } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Returns a ref for the "more" button: loads the next page when it comes near; after an error it has to be clicked. */
export function useMoreInSight(pages: Pages) {
  const button = useRef<HTMLButtonElement>(null)
  const waiting = pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError
  const fetchMore = useEffectEvent(() => void pages.fetchNextPage())
  useEffect(() => {
    if (!waiting || !button.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchMore()
      },
      { rootMargin: '200px' },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [waiting])
  return button
}
