// Live events, pushed as they happen (LIVE-*).
import { z } from 'zod'
import { call } from './call.ts'
import { Id } from './envelope.ts'
import { routes } from './routes.ts'

/** A live message: `uri` is the path of the changed item; `contextData` has its ids. */
export const LiveMessage = z.object({
  context: z.number().int(),
  uri: z.string(),
  contextData: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
})
export type LiveMessage = z.infer<typeof LiveMessage>

export const notifications = {
  subscribe: call(routes.notifications.subscribe, {
    summary:
      'One’s own pushed messages as server-sent events: `data` is {context, uri, contextData}. `id` is one’s own user id. With `missedMs`, a page that has just loaded gets the changes of the last milliseconds first; the stream ends if they are not known',
    params: z.object({ id: Id }),
    query: z.object({ missedMs: z.coerce.number().int().min(0).max(60_000).optional() }),
    problems: ['NOT_FOUND', 'TOO_MANY_STREAMS'],
  }),
} as const
