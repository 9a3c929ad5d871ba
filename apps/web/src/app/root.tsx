import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useRouteFocus } from './use-route-focus.ts'

/**
 * The root of every page: a change of route moves the focus to the new heading. A page suspends until its texts are loaded.
 */
export function Root() {
  useRouteFocus()
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  )
}
