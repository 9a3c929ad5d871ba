import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { modelKeys } from '#features/models/keys.ts'
import type { OptionKind } from './options.ts'

/** Returns the available options with bounds, step and default; fetched when `needed`. */
export function useOptionKinds(needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...modelKeys.all, 'options'],
    enabled: needed,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<readonly OptionKind[]> =>
      (await api.call(contract.models.promptOptions, {}, { signal })).data.PromptOptions,
  })
}
