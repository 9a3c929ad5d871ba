// Who reads along: the people who have a project open now (decision 52).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Nothing } from './envelope.ts'
import { UserProfile } from './users.ts'
import { routes } from './routes.ts'

/** A visit is forgotten after so many milliseconds without a word; a page repeats its word well before. */
export const VISIT_LASTS_MS = 25_000

/** One visit of a page to a project: the page chooses a new id whenever it begins to show one. */
const ByVisit = z.object({ id: Id, visitId: z.uuid() })

export const presence = {
  update: call(routes.presence.update, {
    summary:
      'Say that one has this project open, again every 10 seconds, and learn who else has: the 20 who came first in `Readers`, all of them in `count`. A push of context 5 with `what` presence says that it is different',
    sessionOnly: true,
    params: ByVisit,
    data: z.object({
      Readers: z.array(UserProfile),
      /** How many others read along. */
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
