// Fetches the custom instructions. Apart from api.ts, because a part of the first load uses it.
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { custInstKeys } from './keys.ts'

/** Returns the custom instructions that the user can read: by type, then by name. */
export function useCustInsts(enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: custInstKeys.all,
    enabled,
    queryFn: ({ signal }) =>
      api
        // A 404 for an empty list would be an error in the console of everybody without instructions.
        .call(contract.custinsts.list, { query: { orEmpty: 'true' } }, { signal })
        .then(({ data }) => [...data.CustomInstructionsWho, ...data.CustomInstructionsRespond]),
  })
}
