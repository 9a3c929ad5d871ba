// Chatbots: a tab on somebody's web site (CHATBOT-*; decision 158).
import { z } from 'zod'
import { ItemChange } from './access.ts'
import { call } from './call.ts'
import {
  ChatBot,
  EditableChatbot,
  InboxGroup,
  line,
  VisitorMessage,
  VisitorSession,
  WidgetConfig,
} from './chatbot-entities.ts'
import { CHATBOT_LANGUAGES, CHATBOT_LIMITS } from './chatbot-limits.ts'
import { Id, IdOrNone, Name, Nothing, Page, text, Time } from './envelope.ts'
import { routes } from './routes.ts'
import { visitorRoutes } from './visitor-routes.ts'

const LIMITS = CHATBOT_LIMITS

const ByUser = z.object({ id: Id })
const ById = z.object({ id: Id })
/** Every text, so that all unknown identifiers get the same reply. */
const ByIdentifier = z.object({ identifier: z.string().max(200) })
const ByVisitorMessage = ByIdentifier.extend({ messageId: Id })
const permission = 'can_use_chatbots'

export const chatbots = {
  list: call(routes.chatbots.list, {
    summary:
      'The chatbots one may read, the newest first; `id` is oneself. 404 NONE_FOUND when there is none, or an empty list with `orEmpty`',
    large: 'page',
    permission,
    params: ByUser,
    query: z.object({ orEmpty: z.stringbool().default(false) }),
    data: z.object({ ChatBots: z.array(ChatBot) }),
    problems: ['NOT_FOUND', 'NONE_FOUND'],
  }),
  get: call(routes.chatbots.get, {
    summary: 'A chatbot; its secret only for its owner in a session',
    permission,
    params: ById,
    data: z.object({ ChatBot }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.chatbots.create, {
    summary:
      'Make a chatbot of a tab: model, data source and instructions are taken from it. Needs admin access to its project. It answers on no site before `rules.origins` has one',
    permission,
    sessionOnly: true,
    status: 201,
    bodySchema: EditableChatbot.extend({
      name: Name,
      description: text(LIMITS.description),
      validUntil: Time.optional(),
      refProjectTabId: Id,
      assocContexts: ItemChange.shape.assocContexts,
    }),
    data: z.object({ ChatBot }),
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'TOO_MANY_CHATBOTS',
      'ORIGIN_INVALID',
      'MODEL_NOT_DEPLOYED',
      'MODEL_UNAVAILABLE',
      'DATASOURCE_NOT_READY',
    ],
  }),
  update: call(routes.chatbots.update, {
    summary:
      'Change a chatbot; fields that are not sent stay. `refProjectTabId`: 0 leaves the tab, another one brings its settings. `draft` keeps changes without showing them to visitors; without it the changes are published and the draft goes',
    permission,
    sessionOnly: true,
    params: ById,
    bodySchema: EditableChatbot.extend({
      ...ItemChange.shape,
      validUntil: Time.optional(),
      refProjectTabId: IdOrNone.optional(),
      draft: EditableChatbot.nullable().optional(),
    }),
    data: z.object({ ChatBot }),
    problems: [
      'NOT_FOUND',
      'PERMISSION_DENIED',
      'CONFLICT',
      'ORIGIN_INVALID',
      'MODEL_NOT_DEPLOYED',
      'MODEL_UNAVAILABLE',
      'DATASOURCE_NOT_READY',
    ],
  }),
  remove: call(routes.chatbots.remove, {
    summary: 'Delete a chatbot; it stops answering at once. Needs admin access',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  renewKeys: call(routes.chatbots.renewKeys, {
    summary:
      'Give a chatbot a new identifier, a new secret, or both. With a new identifier all pages need the new code, and all visitors begin anew. For the owner only',
    permission,
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({ identifier: z.boolean().default(false), secret: z.boolean().default(false) }),
    data: z.object({ ChatBot }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  preview: call(routes.chatbots.preview, {
    summary:
      'Open a test session with the settings in the body, or those of the draft or the chatbot. It acts with one’s own rights; its questions are neither counted nor kept. It ends with one’s sign-in. Needs write access',
    permission,
    sessionOnly: true,
    params: ById,
    bodySchema: EditableChatbot,
    data: z.object({ session: VisitorSession, identifier: z.string(), config: WidgetConfig }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'MODEL_NOT_DEPLOYED'],
  }),
  assistant: call(routes.chatbots.assistant, {
    summary:
      'Open a session of the installation’s own assistant: the chatbot of `assistant.chatbot` in the configuration, else Guide over the help. It ends with one’s sign-in',
    permission: 'can_use_chat',
    sessionOnly: true,
    bodySchema: z.object({
      language: z.enum(CHATBOT_LANGUAGES).default('en'),
      token: z.string().max(200).optional(),
    }),
    data: z.object({ session: VisitorSession, identifier: z.string(), config: WidgetConfig }),
    problems: ['NOT_FOUND'],
  }),
  inbox: call(routes.chatbots.inbox, {
    summary:
      'What visitors asked without a good answer: nothing was found, a thumb down, or a failed answer; alike ones together, the newest first. Needs write access',
    large: 'page',
    permission,
    params: ById,
    query: Page.pick({ limit: true }),
    data: z.object({ InboxGroups: z.array(InboxGroup) }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  openInChat: call(routes.chatbots.openInChat, {
    summary:
      'Copy a visitor’s conversation into a new chat of one’s own, to try the question there. Needs write access',
    permission,
    params: ById.extend({ messageId: Id }),
    data: z.object({ projectId: z.number().int(), projectTabId: z.number().int() }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  settle: call(routes.chatbots.settle, {
    summary: 'Take a group of questions out of the inbox; `messageId` is any of them. Needs write access',
    permission,
    params: ById.extend({ messageId: Id }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  usage: call(routes.chatbots.usage, {
    summary:
      'What a chatbot was asked by day, in UTC; days without questions are left out. Needs write access',
    permission,
    params: ById,
    query: z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }),
    data: z.object({
      days: z.array(
        z.object({
          day: z.iso.date(),
          visitors: z.number().int(),
          questions: z.number().int(),
          missed: z.number().int(),
          failed: z.number().int(),
          up: z.number().int(),
          down: z.number().int(),
          tokens: z.number().int(),
        }),
      ),
    }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),

  // The calls of visitors: from other origins, without a sign-in.
  widget: call(visitorRoutes.widget, {
    summary: 'What a page on an allowed site shows of a chatbot',
    params: ByIdentifier,
    data: WidgetConfig,
    problems: ['NOT_FOUND', 'ORIGIN_REFUSED'],
  }),
  begin: call(visitorRoutes.begin, {
    summary:
      'Open a visitor’s session from an allowed site, or from a server with the chatbot’s secret. `token`: an earlier one, whose chat goes on while it is valid',
    params: ByIdentifier,
    bodySchema: z.object({
      token: z.string().max(200).optional(),
      secret: z.string().max(200).optional(),
      language: z.enum(CHATBOT_LANGUAGES).optional(),
    }),
    data: z.object({ session: VisitorSession }),
    problems: ['NOT_FOUND', 'ORIGIN_REFUSED', 'CHATBOT_CLOSED', 'TOO_MANY_ATTEMPTS'],
  }),
  ask: call(visitorRoutes.ask, {
    summary:
      'Ask a chatbot and follow its answer as server-sent events, as those of `prompts/…/stream`, also its failure; `queryId` is the message’s id, and `query` the message in the end. Everything but the question is the chatbot’s',
    licensed: true,
    params: ByIdentifier,
    bodySchema: z.object({
      /** Longer ones than the chatbot allows are refused with the limit. */
      prompt: text(LIMITS.body).refine((value) => value.trim() !== '', 'must not be empty'),
    }),
    problems: [
      'NOT_FOUND',
      'ORIGIN_REFUSED',
      'CHATBOT_CLOSED',
      'CHATBOT_CAP',
      'CHATBOT_QUESTION_LONG',
      'LICENSE_EXPIRED',
    ],
  }),
  messages: call(visitorRoutes.messages, {
    summary: 'The newest 100 messages of the visitor’s session, the oldest first',
    large: 'page',
    params: ByIdentifier,
    data: z.object({ messages: z.array(VisitorMessage) }),
    problems: ['NOT_FOUND', 'ORIGIN_REFUSED'],
  }),
  stop: call(visitorRoutes.stop, {
    summary: 'Stop the answer of one’s session; what came so far stays',
    params: ByIdentifier,
    data: Nothing,
    problems: ['NOT_FOUND', 'ORIGIN_REFUSED'],
  }),
  rate: call(visitorRoutes.rate, {
    summary: 'Rate an answer, or leave an address for a better one',
    params: ByVisitorMessage,
    bodySchema: z.object({
      rating: z.union([z.literal(-1), z.literal(0), z.literal(1)]).optional(),
      contact: line(LIMITS.contact).optional(),
    }),
    data: Nothing,
    problems: ['NOT_FOUND', 'ORIGIN_REFUSED'],
  }),
  forget: call(visitorRoutes.forget, {
    summary: 'End the session and delete its messages',
    params: ByIdentifier,
    data: Nothing,
    problems: ['NOT_FOUND', 'ORIGIN_REFUSED'],
  }),
  document: call(visitorRoutes.document, {
    summary: 'A document that an answer of the session cites, where the chatbot opens documents',
    large: 'file',
    params: ByVisitorMessage.extend({ number: z.coerce.number().int().min(1).max(1_000) }),
    problems: ['NOT_FOUND', 'ORIGIN_REFUSED', 'STORAGE_UNAVAILABLE'],
  }),
} as const
