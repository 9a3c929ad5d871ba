// Prompts that an empty chat proposes.
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { proposalKeys } from './keys.ts'
import { useTranslation } from '../../lib/texts.ts'

/** So many are proposed at once (chat specification, section 2). */
const AT_ONCE = 4

/** A few prompts in the reader's language; none where they cannot be loaded. */
export function useProposals() {
  const api = useApi()
  const { language } = useTranslation().i18n
  return useQuery({
    queryKey: proposalKeys.of(language),
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const request = { params: { count: AT_ONCE }, query: { language } }
      return (await api.call(contract.proposals.shuffle, request, { signal })).data.PromptProposals
    },
  })
}
