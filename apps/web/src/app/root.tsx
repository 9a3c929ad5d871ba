import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useRouteFocus } from './use-route-focus.ts'

/**
 * What holds for every page: a change of route moves the focus to the new page's heading. A page whose texts are still on
 * their way is not shown without them.
 */
export function Root() {
  useRouteFocus()
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  )
}
