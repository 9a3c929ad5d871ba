// The branding of the installation, for the super user. A change applies to the open page at once.
import type { BrandingState, CallRequest } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useReloadConfig } from '#lib/config.ts'

const brandingKeys = { all: ['branding'] as const }

export type BrandingChange = NonNullable<CallRequest<(typeof contract.branding)['update']>['body']>

/** Returns the stored branding. */
export function useBranding() {
  const api = useApi()
  return useQuery({
    queryKey: brandingKeys.all,
    queryFn: async ({ signal }): Promise<BrandingState> =>
      (await api.call(contract.branding.get, {}, { signal })).data.branding,
  })
}

/** Stores a change, and applies it to the open page. `onSaved` is no callback of the form, which goes with its version. */
export function useSaveBranding(onSaved: () => void) {
  const api = useApi()
  const cache = useQueryClient()
  const reload = useReloadConfig()
  return useMutation({
    mutationFn: async (body: BrandingChange) =>
      (await api.call(contract.branding.update, { body })).data.branding,
    onSuccess: async (stored) => {
      onSaved()
      cache.setQueryData(brandingKeys.all, stored)
      await reload()
    },
  })
}

/** Removes the branding. */
export function useResetBranding() {
  const api = useApi()
  const cache = useQueryClient()
  const reload = useReloadConfig()
  return useMutation({
    mutationFn: async () => void (await api.call(contract.branding.reset)),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: brandingKeys.all })
      await reload()
    },
  })
}
