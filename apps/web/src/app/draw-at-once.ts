import type { createBrowserRouter } from 'react-router'

type Heard = Parameters<ReturnType<typeof createBrowserRouter>['subscribe']>[0]

/** As much of a router as is needed here. */
interface Router {
  state: { location: { pathname: string } }
  subscribe(listener: Heard): () => void
}

/**
 * Has a new page at an address that `isHeavy` names drawn in one go. A router draws as a transition: in pieces of 5 ms, with
 * frames between them that show nothing new, which takes longer. Only for pages whose parts are there when the router tells of
 * them (`pages/prepare-project.ts`): one that waits would leave its place empty, where a transition shows the page before.
 */
export function drawAtOnce(router: Router, isHeavy: (pathname: string) => boolean): void {
  const subscribe = router.subscribe.bind(router)
  router.subscribe = (listener) => {
    let shown = router.state.location.pathname
    return subscribe((state, options) => {
      const { pathname } = state.location
      const opens = pathname !== shown && isHeavy(pathname)
      shown = pathname
      listener(state, opens ? { ...options, flushSync: true } : options)
    })
  }
}
