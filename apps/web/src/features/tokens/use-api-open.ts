import { useViewer } from '#features/session/index.ts'

/** Returns whether the account may use the API; otherwise its tokens are rejected and none can be created. */
export function useApiOpen(): boolean {
  const { data: viewer } = useViewer()
  return viewer?.account.canUseApi ?? true
}
