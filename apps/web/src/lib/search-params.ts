// The parameters of the page's address. `useSearchParams` of the router changes those of the last render, so that of two
// changes the first one is lost, for example a dialog that was opened just before a typed search is put into the address.
import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams, type Location } from 'react-router'
import { useIsLeaving } from './leaving.ts'

type Change = (now: URLSearchParams) => URLSearchParams
type SetParams = (change: Change, options?: { replace?: boolean; flushSync?: boolean }) => void

/** State of a redirect that the person did not ask for: what they open on the old page opens on the new one. */
export const redirectFrom = (pathname: string) => ({ redirectFrom: pathname })

const isRedirectFrom = (pathname: string, { state }: Location<unknown>): boolean =>
  typeof state === 'object' && state !== null && 'redirectFrom' in state && state.redirectFrom === pathname

/** Like `useSearchParams`; a change begins with what the router has, which may not be rendered yet. */
export function useParamsOfPage(): [params: URLSearchParams, set: SetParams] {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const isLeaving = useIsLeaving()
  const set = useCallback<SetParams>(
    (change, options) => {
      if (!router) return
      const { location, navigation } = router.state
      const searchOf = (place: Location) => `?${change(new URLSearchParams(place.search))}`
      if (!isLeaving()) return void router.navigate({ pathname, search: searchOf(location) }, options)
      const next: Location<unknown> = navigation.location ?? location
      if (!isRedirectFrom(pathname, next)) return
      const to = { pathname: next.pathname, search: searchOf(next) }
      void router.navigate(to, { replace: true, state: next.state })
    },
    [isLeaving, pathname, router],
  )
  return [params, set]
}
