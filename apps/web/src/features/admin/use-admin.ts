import { useViewer } from '../session/index.ts'
import { mayAdminister, openFor } from './resources.ts'

/** Whether the signed-in person has a control centre, and which of its pages open; nothing while who they are is not known. */
export function useAdmin(): { administers: boolean; open: ReturnType<typeof openFor> } {
  const { data: viewer } = useViewer()
  return viewer
    ? { administers: mayAdminister(viewer), open: openFor(viewer) }
    : { administers: false, open: [] }
}
