// What happens while one looks: pushed as it happens (shell specification, sections 3 and 4; reading 8).
import { z } from 'zod'
import { call } from './call.ts'
import { Id } from './envelope.ts'

/**
 * What a pushed message is about. 2 sharing or leaving a project · 3 a data source's state · 4 a media item · 5 a project's
 * content · 7 and 9 prompts · 8 the project list · 10 an instruction · 1 a model's deployment.
 */
export const LIVE = {
  models: 1,
  shares: 2,
  datasources: 3,
  media: 4,
  project: 5,
  prompts: 7,
  projects: 8,
} as const

/** A pushed message: `uri` is the path of what changed; `contextData` names it by ids. */
export const LiveMessage = z.object({
  context: z.number().int(),
  uri: z.string(),
  contextData: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
})
export type LiveMessage = z.infer<typeof LiveMessage>

export const notifications = {
  subscribe: call({
    method: 'GET',
    path: 'notifications/{id}/subscribe',
    summary:
      'One’s own pushed messages as server-sent events: `data` is {context, uri, contextData}. `id` is one’s own user id',
    door: 'signed-in',
    reply: 'events',
    params: z.object({ id: Id }),
    problems: ['NOT_FOUND', 'TOO_MANY_STREAMS'],
  }),
} as const
