// Model servers: those found, and connecting one. Only the open guide loads this.
import type { FoundServer } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { providerKeys } from '#features/providers/keys.ts'
import { useCreateProvider, useTestProvider } from '#features/providers/index.ts'

/** Refetch interval for finding a model server that was just started. */
const FIND_MS = 10_000

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
