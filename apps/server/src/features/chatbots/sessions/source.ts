// Visitors by their tokens (decision 123). Whatever ends a session is read with every request.
import type { Visitor } from '#access/viewer.ts'
import type { ViewerSource } from '#http/viewers.ts'
import { Problem } from '#problem.ts'
import type { Visits } from './visits.ts'

/** A token opens the calls of its own chatbot and nothing else. */
export const VISITOR_PREFIX = 'plv_'

export function visitorSource(visits: Pick<Visits, 'byToken' | 'found'>): ViewerSource<Visitor> {
  return {
    kind: 'visitor',
    recognizes: (bearer) => bearer.startsWith(VISITOR_PREFIX),
    needsHeader: false,
    async viewerOf(token, { address, requestId }) {
      const found = await visits.byToken(token)
      if (!found) throw new Problem('TOKEN_INVALID')
      const { session } = found
      const visitor: Visitor = {
        kind: 'visitor',
        chatbotId: session.chatbotId ?? 0,
        sessionId: String(session.id),
        from: { address, requestId },
      }
      visits.found(visitor, found)
      return visitor
    },
    // Their only streams are their own answers, which end with the session (`asking/running.ts`).
    whenEnded: () => () => undefined,
  }
}
