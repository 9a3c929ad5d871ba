import { useViewer } from '../session/index.ts'

/** The context of the signed-in person; 0 until it is known. */
export function useUserContextId(): number {
  return useViewer().data?.context.id ?? 0
}
