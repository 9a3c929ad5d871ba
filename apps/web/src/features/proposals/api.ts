// Suggested prompts for an empty chat.
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'

const proposalKeys = {
  of: (language: string) => ['proposals', language] as const,
}

/** Number of suggestions (PROMPT-5). */
const AT_ONCE = 4

/** Returns suggestions in the language of the user; empty if they cannot be loaded. */
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
