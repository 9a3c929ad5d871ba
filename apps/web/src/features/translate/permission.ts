import { useViewer } from '../session/index.ts'

/** Whether the role of the user permits translating; undefined until that is known. */
export const useCanTranslate = (): boolean | undefined =>
  useViewer().data?.permissions.includes('can_use_translate')
