// Usage per model (ACCOUNT-9).
import { z } from 'zod'
import { call } from './call.ts'
import { Id } from './envelope.ts'
import { routes } from './routes.ts'

/** The entry point of a question. */
export const USAGE_CHANNELS = ['web', 'replay', 'api', 'v1'] as const
export type UsageChannel = (typeof USAGE_CHANNELS)[number]

const Sum = z.object({
  prompts: z.number().int(),
  tokensPrompt: z.number().int(),
  tokensResponse: z.number().int(),
  /** Milliseconds from question to end of answer, summed. */
  ms: z.number().int(),
})

export const Usage = z.object({
  total: Sum,
  byModel: z.array(Sum.extend({ modelName: z.string(), modelTagName: z.string() })),
  /** A day as YYYY-MM-DD in UTC; days without questions are omitted. */
  byDay: z.array(Sum.extend({ day: z.string() })),
})
export type Usage = z.infer<typeof Usage>

export const usage = {
  ofUser: call(routes.usage.ofUser, {
    summary: 'What one has asked in the last days, by model and by day; one’s own',
    params: z.object({ id: Id }),
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    data: z.object({ usage: Usage }),
    problems: ['NOT_FOUND'],
  }),
} as const
