// Presence: the users who have a project open now (decision 52).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Nothing } from './envelope.ts'
import { UserProfile } from './users.ts'
import { routes } from './routes.ts'

/** Milliseconds after which a visit without a heartbeat expires; a page sends its heartbeat well before. */
export const VISIT_LASTS_MS = 25_000

/** One visit of a page to a project; the page creates a new id for every visit. */
const ByVisit = z.object({ id: Id, visitId: z.uuid() })

export const presence = {
  update: call(routes.presence.update, {
    summary:
      'Say that one has this project open, again every 10 seconds, and learn who else has: the 20 who came first in `Readers`, all of them in `count`. A push of context 5 with `what` presence says that it is different',
    sessionOnly: true,
    params: ByVisit,
    data: z.object({
      Readers: z.array(UserProfile),
      /** Number of other users who have the project open. */
      count: z.number().int(),
    }),
    problems: ['NOT_FOUND'],
  }),
  remove: call(routes.presence.remove, {
    summary: 'End a visit of one’s own; its id is not used again',
    sessionOnly: true,
    params: ByVisit,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
} as const
