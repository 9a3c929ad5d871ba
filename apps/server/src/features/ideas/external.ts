// Prompt ideas of an external service, which has the four calls below its configured address (decision 67).
import { Idea, IdeaCategory } from '@polylogue/contract'
import { z } from 'zod'
import { LEVEL, authorize, type Person } from '#access/index.ts'
import type { Log } from '#platform/log.ts'
import { callService, WrongStatus, type Outbound, type TrustedRequest } from '#platform/outbound/index.ts'
import { Problem } from '#problem.ts'
import { commonLevel, ideaPolicy } from './policy.ts'
import { canOf } from './rules.ts'
import type { IdeaPage, IdeasService, Query } from './service.ts'

/** Milliseconds to connect. */
const CONNECT_MS = 3_000

const ExternalIdea = Idea.omit({ can: true, modified: true }).extend({
  category: z.string().default(''),
  modified: Idea.shape.modified.default(null),
})
const Count = z.number().int().nonnegative()
const Listed = z.object({
  messageContent: z.object({
    data: z.object({
      Ideas: z.array(ExternalIdea).max(50),
      IdeaCategories: z.array(IdeaCategory).max(500),
    }),
    meta: z.object({ total: Count, pages: Count }),
  }),
})
const Saved = z.object({ messageContent: z.object({ data: z.object({ Idea: ExternalIdea }) }) })

export interface ExternalIdeasDeps {
  readonly outbound: Pick<Outbound, 'trusted'>
  readonly log: Log
  readonly url: string
}

/** Passes the calls on to the configured service. A failed list is empty, a failed change is IDEAS_UNAVAILABLE. */
export function externalIdeas({ outbound, log, url }: ExternalIdeasDeps): {
  readonly service: IdeasService
  close(): Promise<void>
} {
  const client = outbound.trusted({ baseUrl: url, connectTimeoutMs: CONNECT_MS })
  const failed = (error: unknown) =>
    log.warn({ err: error, host: client.host }, 'the service for prompt ideas failed')
  const toResponse = (viewer: Person, idea: z.infer<typeof ExternalIdea>) => ({
    ...idea,
    can: canOf(commonLevel(viewer)),
  })
  /** Sends a change. @throws Problem NOT_FOUND, CONFLICT, IDEAS_UNAVAILABLE */
  const change = async <Reply>(request: TrustedRequest, reply: z.ZodType<Reply>): Promise<Reply> => {
    try {
      return await callService(client, request, reply)
    } catch (error) {
      if (error instanceof WrongStatus && error.status === 404)
        throw new Problem('NOT_FOUND', { thing: 'idea' })
      if (error instanceof WrongStatus && error.status === 409) throw new Problem('CONFLICT')
      failed(error)
      throw new Problem('IDEAS_UNAVAILABLE', {}, { cause: error })
    }
  }
  const service: IdeasService = {
    async list(viewer, query) {
      try {
        const { data, meta } = (await callService(client, { path: `/ideas?${parametersOf(query)}` }, Listed))
          .messageContent
        return {
          data: { ...data, Ideas: data.Ideas.map((idea) => toResponse(viewer, idea)) },
          meta: { ...meta, canCreate: mayCreate(viewer) },
        }
      } catch (error) {
        failed(error)
        return NOTHING
      }
    },
    async create(viewer, sent) {
      if (!mayCreate(viewer)) throw new Problem('PERMISSION_DENIED')
      const request = { method: 'POST', path: '/ideas', body: JSON.stringify(sent) } as const
      return toResponse(viewer, (await change(request, Saved)).messageContent.data.Idea)
    },
    async update(viewer, id, sent) {
      requireManaging(viewer, 'edit')
      const request = { method: 'PUT', path: `/ideas/${id}`, body: JSON.stringify(sent) } as const
      return toResponse(viewer, (await change(request, Saved)).messageContent.data.Idea)
    },
    async remove(viewer, id) {
      requireManaging(viewer, 'remove')
      await change({ method: 'DELETE', path: `/ideas/${id}` }, z.unknown())
    },
  }
  return { service, close: () => client.close() }
}

const NOTHING: IdeaPage = {
  data: { Ideas: [], IdeaCategories: [] },
  meta: { total: 0, pages: 0, canCreate: false },
}

/** The service does not separate tenants, so their people only read. */
const mayCreate = ({ tenantContextId }: Person) => tenantContextId === null

/** The service does not know who created an idea: administrators manage all. */
function requireManaging(viewer: Person, action: 'edit' | 'remove'): void {
  const level = commonLevel(viewer)
  authorize(ideaPolicy, action, { level: Math.max(level, LEVEL.read) })
}

function parametersOf(query: Query): string {
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) sent.set(name, String(value))
  return sent.toString()
}
