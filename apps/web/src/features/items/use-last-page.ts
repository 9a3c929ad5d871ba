import { useEffect, useEffectEvent } from 'react'

/**
 * Goes to the last page when the page is behind it, because items were deleted. Returns the page to show meanwhile. `isKnown` is
 * false while the number of pages is that of another search.
 */
export function useLastPage(
  { page, pages, isKnown }: { page: number; pages: number; isKnown: boolean },
  onPage: (page: number) => void,
): number {
  const isBeyond = isKnown && page > pages
  const toLastPage = useEffectEvent(() => onPage(pages))
  useEffect(() => {
    if (isBeyond) toLastPage()
  }, [isBeyond])
  return Math.min(page, pages)
}
