import { useViewer } from '../session/index.ts'

/** Whether the role of the user permits the prompt repository; undefined until that is known. */
export const useCanUsePrompts = (): boolean | undefined =>
  useViewer().data?.permissions.includes('can_use_prompts')
