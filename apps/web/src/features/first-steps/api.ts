// The set-up guide: completed steps.
import type { FirstSteps } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { modelKeys } from '#features/models/keys.ts'
import { useViewer } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'

/** Value of the setting once the guide is hidden. */
export const HIDDEN = 'hidden'

/** Refetch intervals for steps completed elsewhere, with and without the guide; changes of models arrive by live events. */
const LOOK_MS = { often: 4_000, seldom: 30_000 }

const isOpen = (steps: FirstSteps | undefined) => !steps || !steps.model || !steps.question || !steps.people

/** Returns the completed steps. Refetches when models change, and periodically while a step is open. */
export function useFirstSteps(needed: boolean, how: keyof typeof LOOK_MS = 'often') {
  const api = useApi()
  return useQuery<FirstSteps>({
    queryKey: [...modelKeys.all, 'first-steps'],
    enabled: needed,
    refetchInterval: ({ state }) => (isOpen(state.data) ? LOOK_MS[how] : false),
    queryFn: async ({ signal }) => (await api.call(contract.firstSteps.get, {}, { signal })).data.steps,
  })
}

/** Whether the set-up guide is for this user, who manages models and has not hidden it; false until that is known. */
export function useIsGuided(): boolean {
  const { data: viewer } = useViewer()
  const { data: stored } = useStoredSettings()
  const manages = viewer?.permissions.includes('can_deploy_model') ?? false
  return manages && stored !== undefined && stored.firstSteps !== HIDDEN
}
