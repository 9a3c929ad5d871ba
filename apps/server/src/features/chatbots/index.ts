// Chatbots: a tab for the visitors of web sites (CHATBOT-*; decision 158).
import { authorize } from '#access/index.ts'
import { openItems, type ItemOwnership } from '#access/items/index.ts'
import type { Visitor } from '#access/viewer.ts'
import type { CrossOrigin } from '#http/cross-origin.ts'
import type { Routes } from '#http/routes.ts'
import type { ViewerSource } from '#http/viewers.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { Problem } from '#problem.ts'
import { askingService, type VisitorAskingDeps } from './asking/service.ts'
import { endDead, messagesOf } from './asking/store.ts'
import { openRunning, type RunningDeps } from './asking/running.ts'
import { toVisitorMessage } from './asking/shown.ts'
import { inboxService, type InboxDeps } from './inbox/service.ts'
import { chatbotItem, chatbotPolicy } from './item.ts'
import { sweepJob } from './jobs.ts'
import { chatbotsRoutes } from './routes.ts'
import { chatbotsService, renewSecret, type ChatbotsDeps } from './service.ts'
import {
  openAddresses,
  openVisits,
  sessionsService,
  visitorSource,
  type SessionsDeps,
} from './sessions/index.ts'
import { openStates, type StatesDeps } from './states.ts'
import { endSessions } from './store.ts'

export { chatbotItem } from './item.ts'

export type ChatbotsFeatureDeps = ChatbotsDeps &
  StatesDeps &
  Omit<RunningDeps, 'states' | 'visits' | 'missed'> &
  Omit<SessionsDeps, 'states' | 'mayPreview'> &
  Omit<VisitorAskingDeps, 'visits' | 'running' | 'addresses' | 'missed'> &
  InboxDeps

export interface ChatbotsFeature {
  readonly routes: Routes
  readonly belongings: ItemOwnership
  readonly jobs: readonly JobKind<never>[]
  /** Reads the session, its chatbot and the owner’s rights for every request. */
  readonly viewerSource: ViewerSource<Visitor>
  /** Which pages may read the replies of visitors’ calls. */
  readonly crossOrigin: CrossOrigin
  /** Returns the sites that may show a chatbot in a frame; none for an unknown one. */
  framesOf(identifier: string): Promise<readonly string[]>
  /** Ends the answers that dead processes left. */
  takeUp(): Promise<void>
  /** Stores what runs. Call after the answers of this process were ended. */
  close(): Promise<void>
}

export function chatbotsFeature(options: ChatbotsFeatureDeps): ChatbotsFeature {
  const { db, clock } = options
  const items = openItems(options, chatbotItem, {
    binned: (tx, id) => endSessions(tx, id, clock.now()),
    // The owner before knows the secret.
    async handedOver(tx, ids) {
      for (const id of ids) await renewSecret(options, tx, id)
    },
  })
  const states = openStates(options)
  const mayPreview: SessionsDeps['mayPreview'] = async (viewer, id) => {
    if (!viewer.permissions.has('can_use_chatbots')) return false
    try {
      authorize(chatbotPolicy, 'update', await items.find(db.orm, viewer, id))
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
  const deps = { ...options, states, mayPreview, addresses: openAddresses(options) }
  const visits = openVisits(deps)
  const inbox = inboxService(deps, items)
  const running = openRunning({ ...deps, visits, missed: (id) => void inbox.missed(id) })
  const sessions = sessionsService({
    ...deps,
    visits,
    items,
    messagesOf: async (id, rules) =>
      (await messagesOf(db.orm, id, rules.sources)).map((message) =>
        toVisitorMessage(message, rules.sources),
      ),
  })
  const asking = askingService({ ...deps, visits, running, missed: (id) => void inbox.missed(id) })
  return {
    routes: chatbotsRoutes({ service: chatbotsService(deps, items), sessions, asking, inbox }),
    belongings: items.belongings,
    jobs: [sweepJob(options)],
    viewerSource: visitorSource(visits),
    crossOrigin: sessions.crossOrigin,
    framesOf: sessions.framesOf,
    takeUp: () => endDead(db.pool, clock.now()),
    close: () => running.close(),
  }
}
