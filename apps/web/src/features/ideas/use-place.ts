import type { IdeasPlace } from './api.ts'
import { useParamsOfPage } from '#lib/search-params.ts'

export interface PlaceInAddress extends IdeasPlace {
  /** Changes the address; `silently` adds no entry to the history. */
  change: (place: Partial<IdeasPlace>, silently?: boolean) => void
  /** Closes the dialog and shows the newest ideas, in one change of the address: of two, the second would undo the first. */
  showNewest: () => void
}

/** Returns the page and the category that the address names. */
export function usePlace(): PlaceInAddress {
  const [params, setParams] = useParamsOfPage()
  return {
    page: numberIn(params, 'page') ?? 1,
    category: numberIn(params, 'category'),
    change: (place, silently = false) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(place)) {
            if (value === undefined || (name === 'page' && value === 1)) next.delete(name)
            else next.set(name, String(value))
          }
          return next
        },
        { replace: silently },
      ),
    showNewest: () =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const name of ['dialog', 'page', 'category']) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}

function numberIn(params: URLSearchParams, name: string): number | undefined {
  const value = Number(params.get(name))
  return Number.isSafeInteger(value) && value > 0 && value <= 1_000_000 ? value : undefined
}
