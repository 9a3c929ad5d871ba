// Fetches the custom instructions. Apart from api.ts, because a part of the first load uses it.
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { noneAsEmpty } from '../../lib/query.ts'
import { custInstKeys } from './keys.ts'

/** Returns the custom instructions that the user can read: by type, then by name. */
export function useCustInsts(enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: custInstKeys.all,
    enabled,
    queryFn: ({ signal }) =>
      noneAsEmpty(
        api
          .call(contract.custinsts.list, {}, { signal })
          .then(({ data }) => [...data.CustomInstructionsWho, ...data.CustomInstructionsRespond]),
      ),
  })
}
