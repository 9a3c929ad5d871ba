import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'

/**
 * Returns whether the person has left the page of this component, or is leaving it. The hooks of the router tell what is
 * rendered, which may be behind: a redirect that trusts them takes the person away from the page that they have just chosen.
 */
export function useIsLeaving(): () => boolean {
  const { pathname, search, key } = useLocation()
  const router = useContext(UNSAFE_DataRouterContext)?.router
  return useCallback(() => {
    if (!router) return false
    const { location, navigation } = router.state
    const { basename = '/' } = router
    const now = basename === '/' ? location.pathname : location.pathname.slice(basename.length) || '/'
    if (now !== pathname) return true
    // A link to the same page was followed: the person wants this one.
    if (location.key !== key && location.search === search) return true
    return navigation.location !== undefined && navigation.location.pathname !== location.pathname
  }, [key, pathname, router, search])
}
