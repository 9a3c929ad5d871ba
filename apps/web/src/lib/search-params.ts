// The parameters of the page's address. `useSearchParams` of the router changes those of the last render, so that of two
// changes the first one is lost, for example a dialog that was opened just before a typed search is put into the address.
import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router'

type Change = (now: URLSearchParams) => URLSearchParams
type SetParams = (change: Change, options?: { replace?: boolean; flushSync?: boolean }) => void

/** Like `useSearchParams`; a change begins with what the router has, which may not be rendered yet. */
export function useParamsOfPage(): [params: URLSearchParams, set: SetParams] {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const set = useCallback<SetParams>(
    (change, options) => {
      const location = router?.state.location
      const now = location?.pathname === pathname ? location.search : params
      void router?.navigate({ pathname, search: `?${change(new URLSearchParams(now))}` }, options)
    },
    [params, pathname, router],
  )
  return [params, set]
}
