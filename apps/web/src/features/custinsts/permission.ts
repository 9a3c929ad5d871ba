import { useViewer } from '../session/index.ts'

/** Whether the role of the user permits custom instructions; undefined until that is known. */
export const useCanUseCustInsts = (): boolean | undefined =>
  useViewer().data?.permissions.includes('can_use_custinsts')
