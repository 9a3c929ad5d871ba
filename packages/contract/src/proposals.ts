// Suggested prompts for an empty chat (PROMPT-5).
import { z } from 'zod'
import { call } from './call.ts'
import { routes } from './routes.ts'

export const PromptProposal = z.object({
  uuId: z.uuid(),
  category: z.string().min(1).max(100),
  proposal: z.string().min(1).max(1_000),
})
export type PromptProposal = z.infer<typeof PromptProposal>

/** Maximum number that one call returns. */
const MAX_DRAWN = 50

const InLanguage = z.object({
  /** Language of the user; falls back to English. */
  language: z.string().max(10).optional(),
})
const data = z.object({ PromptProposals: z.array(PromptProposal) })

export const proposals = {
  list: call(routes.proposals.list, {
    summary: 'All prompts that an empty chat proposes, by category',
    query: InLanguage,
    data,
  }),
  shuffle: call(routes.proposals.shuffle, {
    summary:
      'So many proposed prompts, drawn by chance, of as many categories as there are; or those that a configured service answers to four fixed questions, none if it fails',
    params: z.object({ count: z.coerce.number().int().min(1).max(MAX_DRAWN) }),
    query: InLanguage,
    data,
  }),
} as const
