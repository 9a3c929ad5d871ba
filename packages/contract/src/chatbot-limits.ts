// Limits, defaults and choices of chatbots (CHATBOT-*).

/** Where the widget stands: a corner of the window, or in the text of the page. */
export const CHATBOT_POSITIONS = ['right', 'left', 'top-right', 'top-left', 'inline'] as const
export type ChatbotPosition = (typeof CHATBOT_POSITIONS)[number]

/** What visitors get of the documents behind an answer: nothing, title and place, the passage too, or also the document. */
export const CHATBOT_SOURCES = ['none', 'titles', 'passages', 'documents'] as const
export type ChatbotSources = (typeof CHATBOT_SOURCES)[number]

export const CHATBOT_LANGUAGES = ['en', 'de', 'bg'] as const

/** The end of a chatbot that has none. */
export const CHATBOT_VALID_UNTIL = '9999-12-30T23:59:59.000Z'

export const CHATBOT_LIMITS = {
  /** Chatbots of a person. */
  count: 200,
  description: 2_000,
  /** Titles, button texts and the like. */
  line: 200,
  welcomeMessages: 4,
  welcomeMessage: 500,
  firstQuestions: 4,
  firstQuestion: 200,
  consent: 1_000,
  uri: 2_000,
  origins: 50,
  /** Pixels. */
  size: { min: 200, max: 2_000 },
  offset: { min: 0, max: 500 },
  zIndex: { min: 0, max: 2_147_483_647 },
  /** Characters of a question, whatever the chatbot allows. */
  question: 8_000,
  /** Characters that are read of it. */
  body: 65_536,
  contact: 320,
  /** Days for which what visitors asked is kept. */
  keepDays: { min: 1, max: 365 },
} as const

/** What a chatbot allows its visitors, unless its editor chose otherwise. */
export const CHATBOT_CAPS = {
  perVisitorMinute: { default: 20, min: 1, max: 60 },
  perVisitorDay: { default: 100, min: 1, max: 1_000 },
  perAddressDay: { default: 200, min: 1, max: 10_000 },
  perDay: { default: 2_000, min: 1, max: 1_000_000 },
  /** Of all visitors, prompts and answers together: the answers that run then go on to their end. */
  tokensPerDay: { default: 5_000_000, min: 1_000, max: 1_000_000_000 },
  /** Answers at the same moment of one visitor. */
  atOnce: { default: 2, min: 1, max: 4 },
  questionLength: { default: 4_000, min: 100, max: 8_000 },
} as const

/** A chat of a visitor goes on for so long after its last question. */
export const CHATBOT_SESSION_HOURS = 24

export const WIDGET_DEFAULTS = {
  width: 338,
  height: 348,
  position: 'right',
  zIndex: 10_000,
  sound: true,
  stream: true,
  downloadable: true,
  clearable: true,
  lang: 'en',
  installDelayMs: 2_500,
  abortDelayMs: 1_000,
} as const
