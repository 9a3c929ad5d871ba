import { Outlet } from 'react-router'
import { useRouteFocus } from './use-route-focus.ts'

/** What holds for every page: a change of route moves the focus to the new page's heading. */
export function Root() {
  useRouteFocus()
  return <Outlet />
}
