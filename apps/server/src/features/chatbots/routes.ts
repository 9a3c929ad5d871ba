import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { AskingService } from './asking/service.ts'
import type { InboxService } from './inbox/service.ts'
import type { ChatbotsService } from './service.ts'
import type { SessionsService } from './sessions/index.ts'

export interface Services {
  readonly service: ChatbotsService
  readonly sessions: SessionsService
  readonly asking: AskingService
  readonly inbox: InboxService
}

export function chatbotsRoutes({ service, sessions, asking, inbox }: Services): Routes {
  return routes(contract.chatbots, {
    list: async (viewer, { params, query }) => ({
      ChatBots: await service.list(viewer, params.id, query.orEmpty),
    }),
    get: async (viewer, { params }) => ({ ChatBot: await service.get(viewer, params.id) }),
    create: async (viewer, { body }) => ({ ChatBot: await service.create(viewer, body) }),
    update: async (viewer, { params, body }) => ({ ChatBot: await service.update(viewer, params.id, body) }),
    async remove(viewer, { params }) {
      await service.remove(viewer, params.id)
      return {}
    },
    renewKeys: async (viewer, { params, body }) => ({
      ChatBot: await service.renewKeys(viewer, params.id, body),
    }),
    preview: (viewer, { params, body }) => sessions.preview(viewer, params.id, body),
    assistant: (viewer, { body }) => sessions.assistant(viewer, body),
    inbox: async (viewer, { params, query }) => ({
      InboxGroups: await inbox.list(viewer, params.id, query.limit),
    }),
    openInChat: (viewer, { params }, { gone }) => inbox.openInChat(viewer, params, gone),
    async settle(viewer, { params }) {
      await inbox.settle(viewer, params)
      return {}
    },
    usage: (viewer, { params, query }) => inbox.usage(viewer, params.id, query.days),

    widget: (_, { params }, facts) => sessions.config(params.identifier, facts),
    begin: async (_, { params, body }, facts) => ({
      session: await sessions.begin(params.identifier, body, facts),
    }),
    ask: (visitor, { params, body }, facts) => asking.ask(visitor, params.identifier, body.prompt, facts),
    messages: async (visitor, { params }, facts) => ({
      messages: await asking.messages(visitor, params.identifier, facts),
    }),
    async stop(visitor, { params }, facts) {
      await asking.stop(visitor, params.identifier, facts)
      return {}
    },
    async rate(visitor, { params, body }, facts) {
      await asking.rate(visitor, params, body, facts)
      return {}
    },
    async forget(visitor, { params }, facts) {
      await asking.forget(visitor, params.identifier, facts)
      return {}
    },
    document: (visitor, { params }, facts) => asking.document(visitor, params, facts),
  })
}
