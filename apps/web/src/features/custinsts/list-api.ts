// Fetches the custom instructions. Apart from api.ts, because a part of the first load uses it.
import type { CustInst } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { itemKeys } from '#features/items/keys.ts'

export const custInstKeys = itemKeys('custinsts')

/** Returns the custom instructions that the user can read: by type, then by name. */
export function useCustInsts(enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: custInstKeys.all,
    enabled,
    queryFn: ({ signal }) => fetchCustInsts(api, signal),
  })
}

export async function fetchCustInsts(api: Api, signal: AbortSignal): Promise<CustInst[]> {
  // A 404 for an empty list would be an error in the console of everybody without instructions.
  const { data } = await api.call(contract.custinsts.list, { query: { orEmpty: 'true' } }, { signal })
  return [...data.CustomInstructionsWho, ...data.CustomInstructionsRespond]
}
