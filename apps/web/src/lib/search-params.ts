// The parameters of the page's address. `useSearchParams` of the router changes those of the last render, so that of two
// changes the first one is lost, for example a dialog that was opened just before a typed search is put into the address.
import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router'

const stripBasename = (pathname: string, basename = '/'): string =>
  basename === '/' ? pathname : pathname.slice(basename.length) || '/'

type Change = (now: URLSearchParams) => URLSearchParams
type SetParams = (change: Change, options?: { replace?: boolean; flushSync?: boolean }) => void

/** Like `useSearchParams`; a change begins with what the router has, which may not be rendered yet. */
export function useParamsOfPage(): [params: URLSearchParams, set: SetParams] {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const set = useCallback<SetParams>(
    (change, options) => {
      if (!router) return
      const { location, navigation } = router.state
      // The person has left this page meanwhile, or is leaving it.
      if (stripBasename(location.pathname, router.basename) !== pathname) return
      const { location: next } = navigation
      if (next && next.pathname !== location.pathname) return
      const search = `?${change(new URLSearchParams(location.search))}`
      void router.navigate({ pathname, search }, options)
    },
    [pathname, router],
  )
  return [params, set]
}
