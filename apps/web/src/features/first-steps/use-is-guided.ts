import { useViewer } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { HIDDEN } from './api.ts'

/** Whether the set-up guide is for this user, who manages models and has not hidden it; false until that is known. */
export function useIsGuided(): boolean {
  const { data: viewer } = useViewer()
  const { data: stored } = useStoredSettings()
  const manages = viewer?.permissions.includes('can_deploy_model') ?? false
  return manages && stored !== undefined && stored.firstSteps !== HIDDEN
}
