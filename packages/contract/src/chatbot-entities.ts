// What chatbots are made of (CHATBOT-*; decision 158).
import { z } from 'zod'
import { AssocContext, ItemContext } from './access.ts'
import { AmountOfChunks } from './amount-of-chunks.ts'
import {
  CHATBOT_CAPS,
  CHATBOT_LANGUAGES,
  CHATBOT_LIMITS,
  CHATBOT_POSITIONS,
  CHATBOT_SOURCES,
  WIDGET_DEFAULTS,
} from './chatbot-limits.ts'
import { IdOrNone, Name, text, Time } from './envelope.ts'
import { list } from './list.ts'

const LIMITS = CHATBOT_LIMITS

/** Six hexadecimal digits, so that no text of an editor reaches a style sheet. */
const Color = z.string().regex(/^#[0-9a-f]{6}$/i)
/** A text of one line. */
export const line = (max: number) => text(max, z.string().trim())
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
  tokensPerDay: cap(CHATBOT_CAPS.tokensPerDay),
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
export const EditableChatbot = Answering.extend({
  name: Name.optional(),
  description: text(LIMITS.description).optional(),
  widget: WidgetSettings.optional(),
  rules: ChatbotRules.optional(),
})
export type ChatbotDraft = z.infer<typeof EditableChatbot>

/** Why a chatbot does not answer, or `answers`. */
export const CHATBOT_STATES = [
  'answers',
  'no-origin',
  'expired',
  'tab-gone',
  'owner-gone',
  'model-gone',
  'instructions-gone',
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
  draft: EditableChatbot.nullable(),
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
