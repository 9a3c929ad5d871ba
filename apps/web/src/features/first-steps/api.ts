// The set-up guide: what is done, and what was found to be connected.
import type { FirstSteps, FoundServer } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { modelKeys } from '../models/keys.ts'
import { providerKeys } from '../providers/keys.ts'
import { useCreateProvider, useTestProvider } from '../providers/index.ts'

/** What the setting holds once the guide was hidden. */
export const HIDDEN = 'hidden'

/** What was done elsewhere is seen within this time; models are told at once. */
const LOOK_MS = 4_000
/** A model server that was just started is found within this time. */
const FIND_MS = 10_000

const isOpen = (steps: FirstSteps | undefined) => !steps || !steps.model || !steps.question || !steps.people

/** Which steps are done. Asked again whenever models change, and now and then while one is open. */
export function useFirstSteps(needed: boolean) {
  const api = useApi()
  return useQuery<FirstSteps>({
    queryKey: [...modelKeys.all, 'first-steps'],
    enabled: needed,
    refetchInterval: ({ state }) => (isOpen(state.data) ? LOOK_MS : false),
    queryFn: async ({ signal }) => (await api.call(contract.firstSteps.get, {}, { signal })).data.steps,
  })
}

/** The model servers that answer on the server's machine. */
export function useFoundServers() {
  const api = useApi()
  return useQuery({
    queryKey: [...providerKeys.all, 'found'],
    refetchInterval: FIND_MS,
    queryFn: async ({ signal }): Promise<FoundServer[]> =>
      (await api.call(contract.providers.find, {}, { signal })).data.servers,
  })
}

/** No server of a known dialect answered: because of a key, or not at all. */
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
      // Servers of the other dialect may answer Ollama's question for a version, but not with one.
      const found = answers.find(({ kind, host }) => host?.ok && (kind !== 'ollama' || host.version !== null))
      if (found) return create({ kind: found.kind, ...asked, oldServer: false, atOnce: null })
      const wantsKey = answers.some(({ host }) => host?.errorCode === 'ENGINE_AUTH')
      throw new NotConnected(wantsKey ? 'key' : 'silent')
    },
  })
}
