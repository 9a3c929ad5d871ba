// Search (MESSAGE-5).
import { z } from 'zod'
import { call } from './call.ts'
import { routes } from './routes.ts'

/** A search result. `highlight` is plain text with [[ and ]] around the matched words. */
export const Find = z.object({
  /** `message`, `tab`, or the noun of an item: `project` … */
  kind: z.string(),
  id: z.number().int(),
  /** 0 for a result outside projects. */
  projectId: z.number().int(),
  tabId: z.number().int().nullable(),
  title: z.string(),
  highlight: z.string(),
  rank: z.number(),
  created: z.string(),
  /** Path of its page: `/projects/5`. */
  uri: z.string(),
})
export type Find = z.infer<typeof Find>

export const search = {
  find: call(routes.search.find, {
    summary:
      'Find messages, tabs and items that one may read by their words, the best first; also in archived projects, with `archived` only in these',
    query: z.object({
      q: z.string().trim().min(1).max(500),
      archived: z.enum(['only', 'all']).default('all'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    data: z.object({ Finds: z.array(Find) }),
  }),
} as const
