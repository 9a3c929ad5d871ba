// The set-up guide: completed steps, and model servers found.
import type { FirstSteps, FoundServer } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { modelKeys } from '#features/models/keys.ts'
import { providerKeys } from '#features/providers/keys.ts'
import { useCreateProvider, useTestProvider } from '#features/providers/index.ts'
import { useViewer } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'

/** Value of the setting once the guide is hidden. */
export const HIDDEN = 'hidden'

/** Refetch intervals for steps completed elsewhere, with and without the guide; changes of models arrive by live events. */
const LOOK_MS = { often: 4_000, seldom: 30_000 }
/** Refetch interval for finding a model server that was just started. */
const FIND_MS = 10_000

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

/** Returns the model servers that answer on the server's own machine. */
export function useFoundServers() {
  const api = useApi()
  return useQuery({
    queryKey: [...providerKeys.all, 'found'],
    refetchInterval: FIND_MS,
    queryFn: async ({ signal }): Promise<FoundServer[]> =>
      (await api.call(contract.providers.find, {}, { signal })).data.servers,
  })
}

/** No server of a supported dialect answered: it requires a key, or is unreachable. */
export class NotConnected extends Error {
  readonly why: 'key' | 'silent'

  constructor(why: NotConnected['why']) {
    super(why)
    this.why = why
  }
}

const DIALECTS = ['ollama', 'openai'] as const

/** Tests an address in both dialects and connects it in the one that answers. Rejects with NotConnected when none does. */
export function useConnectAddress() {
  const { mutateAsync: test } = useTestProvider()
  const { mutateAsync: create } = useCreateProvider()
  return useMutation({
    mutationFn: async ({ address, apiKey }: { address: string; apiKey?: string }) => {
      const asked = { addresses: [address], ...(apiKey ? { apiKey } : {}) }
      const answers = await Promise.all(
        DIALECTS.map(async (kind) => ({ kind, host: (await test({ kind, ...asked })).hosts[0] })),
      )
      // Servers of the other dialect may answer Ollama's version request, but without a version.
      const found = answers.find(({ kind, host }) => host?.ok && (kind !== 'ollama' || host.version !== null))
      if (found) return create({ kind: found.kind, ...asked, oldServer: false, atOnce: null })
      const wantsKey = answers.some(({ host }) => host?.errorCode === 'ENGINE_AUTH')
      throw new NotConnected(wantsKey ? 'key' : 'silent')
    },
  })
}

/** Whether the set-up guide is for this user, who manages models and has not hidden it; false until that is known. */
export function useIsGuided(): boolean {
  const { data: viewer } = useViewer()
  const { data: stored } = useStoredSettings()
  const manages = viewer?.permissions.includes('can_deploy_model') ?? false
  return manages && stored !== undefined && stored.firstSteps !== HIDDEN
}
