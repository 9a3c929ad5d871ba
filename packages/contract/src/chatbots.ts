// Chatbots: a tab on somebody's web site (CHATBOT-*; decision 158).
import { z } from 'zod'
import { AssocContext, ItemChange, ItemContext } from './access.ts'
import { AmountOfChunks } from './amount-of-chunks.ts'
import { call } from './call.ts'
import {
  CHATBOT_CAPS,
  CHATBOT_LANGUAGES,
  CHATBOT_LIMITS,
  CHATBOT_POSITIONS,
  CHATBOT_SOURCES,
  WIDGET_DEFAULTS,
} from './chatbot-limits.ts'
import { Id, IdOrNone, Name, Nothing, Page, text, Time } from './envelope.ts'
import { list } from './list.ts'
import { routes, visitorRoutes } from './routes.ts'

const LIMITS = CHATBOT_LIMITS

/** Six hexadecimal digits, so that no text of an editor reaches a style sheet. */
const Color = z.string().regex(/^#[0-9a-f]{6}$/i)
const line = (max: number) => text(max, z.string().trim())
const size = z.number().int().min(LIMITS.size.min).max(LIMITS.size.max)
const offset = z.number().int().min(LIMITS.offset.min).max(LIMITS.offset.max)
const cap = ({ min, max, default: usual }: { min: number; max: number; default: number }) =>
  z.number().int().min(min).max(max).default(usual)

/** An address that a visitor can open; nothing that runs. */
const WebAddress = z
  .string()
  .max(LIMITS.uri)
  .refine(
    (value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value),
    'must begin with https:// or http://',
  )

/**
 * How the widget looks and what it says first. What a page gets of a chatbot is exactly this (`WidgetConfig`), so a new field
 * here is public.
 */
export const WidgetSettings = z.object({
  title: line(LIMITS.line).default(''),
  description: line(LIMITS.line).default(''),
  width: size.default(WIDGET_DEFAULTS.width),
  height: size.default(WIDGET_DEFAULTS.height),
  position: z.enum(CHATBOT_POSITIONS).default(WIDGET_DEFAULTS.position),
  /** Pixels between the widget and the edges of the window. */
  offsetX: offset.default(20),
  offsetY: offset.default(20),
  colors: z
    .object({ primary: Color.default('#9333ea'), text: Color.default('#ffffff') })
    .default({ primary: '#9333ea', text: '#ffffff' }),
  /** `auto` follows the visitor's system. */
  dark: z.union([z.boolean(), z.literal('auto')]).default('auto'),
  /** Whether it stands closed at first. */
  collapsed: z.boolean().default(true),
  /** Whether it closes to a round icon, instead of a button with text. */
  collapseToIcon: z.boolean().default(false),
  buttonText: line(LIMITS.line).default(''),
  welcomeMessages: list(
    line(LIMITS.welcomeMessage).refine((value) => value !== ''),
    LIMITS.welcomeMessages,
  ).default([]),
  /** Questions that a visitor asks with one press. */
  firstQuestions: list(
    line(LIMITS.firstQuestion).refine((value) => value !== ''),
    LIMITS.firstQuestions,
  ).default([]),
  downloadable: z.boolean().default(WIDGET_DEFAULTS.downloadable),
  clearable: z.boolean().default(WIDGET_DEFAULTS.clearable),
  stream: z.boolean().default(WIDGET_DEFAULTS.stream),
  zIndex: z.number().int().min(LIMITS.zIndex.min).max(LIMITS.zIndex.max).default(WIDGET_DEFAULTS.zIndex),
  lang: z.enum(CHATBOT_LANGUAGES).default(WIDGET_DEFAULTS.lang),
  sound: z.boolean().default(WIDGET_DEFAULTS.sound),
  /** Milliseconds after the page has loaded. */
  installDelay: z.number().int().min(0).max(60_000).default(WIDGET_DEFAULTS.installDelayMs),
  /** A line above the first question, with an address for more; none when empty. Asking means agreeing. */
  consent: line(LIMITS.consent).default(''),
  consentUri: WebAddress.default(''),
})
export type WidgetSettings = z.infer<typeof WidgetSettings>

/** What visitors may do, and how much. */
export const ChatbotRules = z.object({
  /** `https://www.example.org`: scheme, host and port as browsers send them. None: the chatbot answers on no site. */
  origins: list(z.string().max(300), LIMITS.origins).default([]),
  perVisitorMinute: cap(CHATBOT_CAPS.perVisitorMinute),
  perVisitorDay: cap(CHATBOT_CAPS.perVisitorDay),
  perAddressDay: cap(CHATBOT_CAPS.perAddressDay),
  perDay: cap(CHATBOT_CAPS.perDay),
  atOnce: cap(CHATBOT_CAPS.atOnce),
  questionLength: cap(CHATBOT_CAPS.questionLength),
  sources: z.enum(CHATBOT_SOURCES).default('titles'),
  /** Whether a visitor may leave an address for an answer that the documents did not have. */
  contact: z.boolean().default(false),
  keepDays: z.number().int().min(LIMITS.keepDays.min).max(LIMITS.keepDays.max).default(30),
})
export type ChatbotRules = z.infer<typeof ChatbotRules>

/** What a chatbot answers with. Taken from its tab when it is made; 0 means none. */
const Answering = z.object({
  modelTagId: IdOrNone.optional(),
  datasourceId: IdOrNone.optional(),
  amountOfChunks: AmountOfChunks.optional(),
  custInstWhoId: IdOrNone.optional(),
  custInstRespondId: IdOrNone.optional(),
})

/** Everything that an editor changes; a draft has the same. */
const Editable = Answering.extend({
  name: Name.optional(),
  description: text(LIMITS.description).optional(),
  widget: WidgetSettings.optional(),
  rules: ChatbotRules.optional(),
})
export type ChatbotDraft = z.infer<typeof Editable>

/** Why a chatbot does not answer, or `answers`. */
export const CHATBOT_STATES = [
  'answers',
  'no-origin',
  'expired',
  'tab-gone',
  'owner-gone',
  'model-gone',
  'source-gone',
  'source-confidential',
] as const
export type ChatbotState = (typeof CHATBOT_STATES)[number]

export const ChatBot = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  description: z.string(),
  validUntil: Time,
  /** The tab that it came from; 0 when that was deleted. */
  refProjectTabId: z.number().int(),
  /** Public: it stands in the pages of web sites. */
  identifier: z.string(),
  /** For servers that open sessions without a browser; empty for everybody but the owner, signed in. */
  secret: z.string(),
  refProject: z.object({
    projectId: z.number().int(),
    tabName: z.string(),
    defaultModelId: z.number().int(),
    defaultModelTagId: z.number().int(),
    defaultDatasourceId: z.number().int(),
    amountOfChunks: z.number().int(),
    custInstWhoId: z.number().int(),
    custInstRespondId: z.number().int(),
  }),
  widget: WidgetSettings,
  rules: ChatbotRules,
  /** Changes that visitors do not see yet; null without any, and for those who may not edit. */
  draft: Editable.nullable(),
  state: z.enum(CHATBOT_STATES),
  /** When what visitors see was changed last. */
  published: Time,
  /** Questions of the inbox that nobody has looked at; 0 for those who may not read it. */
  unanswered: z.number().int(),
  ownerId: z.number().int(),
  assocContexts: z.array(AssocContext),
  context: ItemContext,
  created: Time,
  modified: Time,
})
export type ChatBot = z.infer<typeof ChatBot>

/** Exactly what anybody on an allowed site gets of a chatbot. */
export const WidgetConfig = z.object({
  widget: WidgetSettings,
  questionLength: z.number().int(),
  sources: z.enum(CHATBOT_SOURCES),
  contact: z.boolean(),
  /** Whether it answers now; else the widget says so in one sentence. */
  isOpen: z.boolean(),
})
export type WidgetConfig = z.infer<typeof WidgetConfig>

/** A question of a visitor with its answer. */
export const VisitorMessage = z.object({
  id: z.number().int(),
  question: z.string(),
  answer: z.string(),
  state: z.enum(['answering', 'done', 'failed', 'stopped']),
  /** The error code of a failed answer. */
  errorCode: z.string().nullable(),
  /** Nothing was found for it in the documents. */
  missed: z.boolean(),
  sources: z.array(
    z.object({
      /** The number that cites it in the answer. */
      number: z.number().int(),
      title: z.string(),
      place: z.string().nullable(),
      /** The passage, where the chatbot shows passages. */
      quote: z.string().nullable(),
      /** The address of a public web page that it comes from. */
      uri: z.string().nullable(),
      /** Whether `document` opens it. */
      opens: z.boolean(),
    }),
  ),
  rating: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  created: Time,
})
export type VisitorMessage = z.infer<typeof VisitorMessage>

export const VisitorSession = z.object({
  /** The bearer of the visitor's other calls. It opens nothing else. */
  token: z.string(),
  /** When it ends unless something is asked before. */
  expires: Time,
  messages: z.array(VisitorMessage),
})
export type VisitorSession = z.infer<typeof VisitorSession>

/** Equal or alike questions that got no good answer. */
export const InboxGroup = z.object({
  /** The newest question of the group. */
  id: z.number().int(),
  question: z.string(),
  count: z.number().int(),
  newest: Time,
  /** All of them, the newest first, 50 at most. */
  questions: z.array(
    z.object({
      id: z.number().int(),
      question: z.string(),
      answer: z.string(),
      why: z.enum(['missed', 'rated', 'failed']),
      /** The address that the visitor left for an answer; null without one. */
      contact: z.string().nullable(),
      datasourceId: z.number().int(),
      created: Time,
    }),
  ),
})
export type InboxGroup = z.infer<typeof InboxGroup>

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
    bodySchema: Editable.extend({
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
    bodySchema: Editable.extend({
      ...ItemChange.shape,
      validUntil: Time.optional(),
      refProjectTabId: IdOrNone.optional(),
      draft: Editable.nullable().optional(),
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
      'Open a test session with the settings in the body, or those of the draft or the chatbot. It acts with one’s own rights; its questions are neither counted nor kept. Needs write access',
    permission,
    params: ById,
    bodySchema: Editable,
    data: z.object({ session: VisitorSession, identifier: z.string(), config: WidgetConfig }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'MODEL_NOT_DEPLOYED'],
  }),
  assistant: call(routes.chatbots.assistant, {
    summary:
      'Open a session of the installation’s own assistant: the chatbot of `assistant.chatbot` in the configuration, else Guide over the help',
    permission: 'can_use_chat',
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
    summary: 'The messages of the visitor’s session, the oldest first',
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
