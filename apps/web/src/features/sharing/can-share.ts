import { useViewer } from '../session/index.ts'

/** Whether the role of the user permits granting access; revoking needs no permission. */
export function useCanShare(): boolean {
  return useViewer().data?.permissions.includes('can_share') ?? false
}
