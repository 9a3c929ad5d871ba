// Usage per model (ACCOUNT-9).
import { z } from 'zod'
import { call } from './call.ts'
import { Id } from './envelope.ts'
import { USAGE_DAYS } from './limits.ts'
import { routes } from './routes.ts'

/** The entry point of a question. */
export const USAGE_CHANNELS = ['web', 'replay', 'api', 'v1', 'chatbot'] as const
export type UsageChannel = (typeof USAGE_CHANNELS)[number]

const Sum = z.object({
  prompts: z.number().int(),
  /** Of the prompts: answers that failed. */
  failed: z.number().int(),
  /** Of the prompts: answers that somebody stopped. */
  stopped: z.number().int(),
  tokensPrompt: z.number().int(),
  tokensResponse: z.number().int(),
  /** Milliseconds from question to end of answer, summed. */
  ms: z.number().int(),
})
export type UsageSum = z.infer<typeof Sum>

/** A day in UTC. */
const Day = z.iso.date()

export const Usage = z.object({
  /** The first and the last day. */
  from: Day,
  to: Day,
  total: Sum,
  /** The most used first, 500 at most. */
  byModel: z.array(Sum.extend({ modelName: z.string(), modelTagName: z.string() })),
  /** Days without questions are omitted. */
  byDay: z.array(Sum.extend({ day: Day })),
})
export type Usage = z.infer<typeof Usage>

export const InstallationUsage = Usage.extend({
  /**
   * Org units and teams by what their members of today asked, the most used first, 500 at most. A person counts in each of
   * their groups; `contextId` is null for all who are in none, and for viewers without an account.
   */
  byGroup: z.array(Sum.extend({ contextId: Id.nullable(), name: z.string() })),
})
export type InstallationUsage = z.infer<typeof InstallationUsage>

const DAY_MS = 86_400_000

/** The last days, today included; or, with `from` and `to`, those days. Days are in UTC. */
const Period = z
  .object({
    days: z.coerce.number().int().min(1).max(USAGE_DAYS).default(30),
    from: Day.optional(),
    to: Day.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'must come with from',
  })
  .refine(({ from = '', to = '' }) => from <= to, { path: ['to'], message: 'must not be before from' })
  .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) < USAGE_DAYS * DAY_MS, {
    path: ['to'],
    message: `must be less than ${USAGE_DAYS} days after from`,
  })
export type UsagePeriod = z.infer<typeof Period>

export const usage = {
  ofUser: call(routes.usage.ofUser, {
    summary: 'What one has asked in a period, by model and by day; one’s own',
    params: z.object({ id: Id }),
    query: Period,
    data: z.object({ usage: Usage }),
    problems: ['NOT_FOUND'],
  }),
  ofInstallation: call(routes.usage.ofInstallation, {
    summary: 'What everybody has asked in a period, by model, group and day; for the super user',
    permission: 'can_view_system',
    query: Period,
    data: z.object({ usage: InstallationUsage }),
    problems: ['PERMISSION_DENIED'],
  }),
} as const
