import { useViewer } from '#features/session/index.ts'

/** Returns the context id of the signed-in user; 0 until it is loaded. */
export function useUserContextId(): number {
  return useViewer().data?.context.id ?? 0
}
