import { useViewer } from '#features/session/index.ts'
import { mayAdminister, openFor } from './resources.ts'

/** Returns whether the user has an administration area and which pages open; undefined until the user is loaded. */
export function useAdmin(): { administers: boolean; open: ReturnType<typeof openFor> } {
  const { data: viewer } = useViewer()
  return viewer
    ? { administers: mayAdminister(viewer), open: openFor(viewer) }
    : { administers: false, open: [] }
}
