// What the person allows a plugin of the installation.
import type { PluginScope } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { shippedKeys } from '../api.ts'

/** Allows a plugin the scopes that the person saw, or takes them back. */
export function useConsent(id: string) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (scopes: readonly PluginScope[] | null) => {
      const params = { id }
      if (scopes) await api.call(contract.plugins.allow, { params, body: { scopes: [...scopes] } })
      else await api.call(contract.plugins.revoke, { params })
    },
    // Also after a refusal: the plugin may ask for something else by now.
    onSettled: () => cache.invalidateQueries({ queryKey: shippedKeys.list }),
  })
}
