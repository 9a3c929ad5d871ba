import { useViewer } from '../session/index.ts'

/** Whether one's account may use the API: without that, tokens open nothing and none is made. */
export function useApiOpen(): boolean {
  const { data: viewer } = useViewer()
  return viewer?.account.canUseApi ?? true
}
