import { useViewer } from '../session/index.ts'

/** Whether one's role may give others access; taking it away needs no such grant. */
export function useCanShare(): boolean {
  return useViewer().data?.permissions.includes('can_share') ?? false
}
