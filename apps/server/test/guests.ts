// Viewers without an account, as share links and chatbots make them, and the reads of a shared chat for them: calls and sources
// that only tests have (decision 123).
import { z } from 'zod'
import { call, contract, type Call } from '@polylogue/contract'
import type { LinkHolder, Viewer, Visitor } from '#access/viewer.ts'
import type { AppDeps } from '#app.ts'
import type { Feature } from '#feature.ts'
import { routes, type RequestFacts, type Routes } from '#http/routes.ts'
import type { ViewerSource } from '#http/viewers.ts'
import { Problem } from '#problem.ts'

const shared = <C extends Call>(described: C) => ({
  ...described,
  path: `shared/${described.path}`,
  admits: ['signed-in', 'link', 'visitor'] as const,
})

/** The reads of a shared chat, below `shared/`, with the handlers of the calls that they repeat. */
export const SHARED_READS = {
  project: shared(contract.projects.get),
  tabs: shared(contract.tabs.list),
  tab: shared(contract.tabs.get),
  messages: shared(contract.queries.list),
  comparisons: shared(contract.queries.comparisons),
  compared: shared(contract.queries.compared),
  attachment: shared(contract.queries.attachment),
  answer: shared(contract.answers.resume),
}

/** Asks a model as a visitor; nothing is stored but the usage. */
export const VISITS = {
  ask: call(
    { method: 'POST', path: 'shared/visits', admits: ['visitor'] },
    {
      summary: 'Ask as a visitor',
      bodySchema: z.object({ prompt: z.string(), modelTagId: z.number() }),
      data: z.object({ text: z.string() }),
    },
  ),
}

type FeatureDeps = Parameters<NonNullable<AppDeps['furtherFeatures']>>[0]

const visits = ({ answers, models }: FeatureDeps): Routes =>
  routes(VISITS, {
    async ask(viewer, { body }, { gone }) {
      const tag = await models.service.tagForPrompt(body.modelTagId)
      const messages = [{ role: 'user' as const, text: body.prompt }]
      const asked = {
        viewer,
        channel: 'api' as const,
        tag,
        messages,
        options: {},
        language: 'en',
        signal: gone,
      }
      let text = ''
      for await (const event of answers.answerDirectly(asked)) if (event.type === 'text') text += event.text
      return { text }
    },
  })

export interface Guests {
  readonly features: NonNullable<AppDeps['furtherFeatures']>
  /** Returns the key of a new link to an item. */
  link(item: { readonly context: { readonly id: number } }): string
  /** Returns the token of a new visitor. */
  visitor(): string
  /** Ends a link or a visit. */
  end(token: string): void
}

/** Opens the test noun; its tokens are valid once the app has its features. */
export function openGuests(): Guests {
  const links = sourceOf<LinkHolder>('link', 'pls_')
  // The product has a source of its own, with another prefix.
  const visitors = sourceOf<Visitor>('visitor', 'plx_')
  // Not the ids of links of the product.
  let count = 1_000_000
  return {
    features: (given): Feature[] => {
      const { projects, tabs, queries, answers } = given
      const handlers = {
        project: projects.routes.handlers['get'],
        tabs: tabs.routes.handlers['list'],
        tab: tabs.routes.handlers['get'],
        messages: queries.routes.handlers['list'],
        comparisons: queries.routes.handlers['comparisons'],
        compared: queries.routes.handlers['compared'],
        attachment: queries.routes.handlers['attachment'],
        answer: answers.routes.handlers['resume'],
      } as Feature['routes']['handlers']
      return [
        { routes: { calls: SHARED_READS, handlers }, viewerSource: links.source },
        { routes: visits(given), viewerSource: visitors.source },
      ]
    },
    link({ context }) {
      const linkId = ++count
      return links.add(({ source }) => ({ kind: 'link', linkId, source, itemContextId: context.id }))
    },
    visitor() {
      const sessionId = `visit-${++count}`
      return visitors.add(() => ({ kind: 'visitor', chatbotId: 1, sessionId }))
    },
    end(token) {
      links.end(token)
      visitors.end(token)
    },
  }
}

/** A source whose tokens are kept in memory; those of streams are found again by the viewer key. */
function sourceOf<Known extends Viewer>(kind: Known['kind'], prefix: string) {
  const known = new Map<string, (facts: RequestFacts) => Known>()
  const watched = new Map<string, Set<() => void>>()
  const tokens = new WeakMap<Viewer, string>()
  const source: ViewerSource<Known> = {
    kind,
    recognizes: (bearer) => bearer.startsWith(prefix),
    needsHeader: false,
    viewerOf(token, facts) {
      const viewer = known.get(token)?.(facts)
      if (!viewer) return Promise.reject(new Problem('TOKEN_INVALID'))
      tokens.set(viewer, token)
      return Promise.resolve(viewer)
    },
    whenEnded(viewer, ended) {
      const ending = watched.get(tokens.get(viewer) ?? '') ?? new Set()
      watched.set(tokens.get(viewer) ?? '', ending.add(ended))
      return () => void ending.delete(ended)
    },
  }
  return {
    source,
    add(make: (facts: RequestFacts) => Known): string {
      const token = `${prefix}${crypto.randomUUID()}`
      known.set(token, make)
      return token
    },
    end(token: string) {
      known.delete(token)
      for (const ended of watched.get(token) ?? []) ended()
    },
  }
}
