// Finding again (reading 5).
import { z } from 'zod'
import { call } from './call.ts'
import { routes } from './routes.ts'

/** A find. `highlight` is plain text in which [[ and ]] stand around the words that matched. */
export const Find = z.object({
  kind: z.enum(['message', 'project', 'tab']),
  id: z.number().int(),
  projectId: z.number().int(),
  tabId: z.number().int().nullable(),
  title: z.string(),
  highlight: z.string(),
  rank: z.number(),
  created: z.string(),
})
export type Find = z.infer<typeof Find>

export const search = {
  find: call(routes.search.find, {
    summary: 'Find one’s messages, projects and tabs by their words, the best first',
    query: z.object({
      q: z.string().trim().min(1).max(500),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    data: z.object({ Finds: z.array(Find) }),
  }),
} as const
