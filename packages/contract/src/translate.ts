// Translation of texts (TRANSLATE-1; decision 68).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, text } from './envelope.ts'
import { TRANSLATE_LIMIT } from './limits.ts'
import { routes } from './routes.ts'

/** A language tag such as `de` or `pt-BR`; in any case. */
const Code = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language code')

export const TRANSLATOR_KINDS = ['libretranslate', 'deepl', 'model'] as const
export type TranslatorKind = (typeof TRANSLATOR_KINDS)[number]

/** The service or the language model that translates. */
export const TranslateProvider = z.object({
  name: z.string(),
  kind: z.enum(TRANSLATOR_KINDS),
  /** Whether texts are sent to a third party; the page warns then. */
  external: z.boolean(),
})
export type TranslateProvider = z.infer<typeof TranslateProvider>

/** Why there are no languages: problem codes. */
export const NO_LANGUAGES = [
  'TRANSLATE_UNAVAILABLE',
  'TRANSLATOR_UNREACHABLE',
  'TRANSLATOR_TIMEOUT',
  'TRANSLATOR_AUTH',
  'TRANSLATOR_QUOTA',
  'TRANSLATOR_BUSY',
  'TRANSLATOR_FAILED',
  'MODEL_NOT_DEPLOYED',
  'MODEL_UNAVAILABLE',
] as const
export type NoLanguages = (typeof NO_LANGUAGES)[number]

const Languages = z.record(z.string(), z.string())

/** The languages to choose from, as code → name in the caller's language. */
export const TranslateLanguages = z.object({
  sourceLangs: Languages,
  targetLangs: Languages,
  provider: TranslateProvider.nullable(),
  /** Null when there are languages. */
  reason: z.enum(NO_LANGUAGES).nullable(),
})
export type TranslateLanguages = z.infer<typeof TranslateLanguages>

export const translate = {
  text: call(routes.translate.text, {
    summary:
      'Translate a text. Without `sourceLang` the language is detected. Code, web addresses and `{{placeholders}}` stay as they are',
    permission: 'can_use_translate',
    licensed: true,
    bodySchema: z.object({
      sourceLang: Code.optional(),
      targetLang: Code,
      sourceText: text(TRANSLATE_LIMIT).refine((value) => value.trim() !== '', 'must not be empty'),
      /** The message that has the text: that of a confidential one is not sent to an external service. */
      queryId: BodyId.optional(),
    }),
    data: z.object({
      targetText: z.string(),
      /** The detected language; null with `sourceLang`, and when the translator does not report it. */
      detectedLang: z.string().nullable(),
      provider: TranslateProvider,
    }),
    problems: [
      'NOT_FOUND',
      'TRANSLATE_CONFIDENTIAL',
      'TRANSLATE_UNAVAILABLE',
      'TRANSLATE_LANGUAGE',
      'TRANSLATE_PAIR',
      'TOO_MANY_TRANSLATIONS',
      'TRANSLATOR_UNREACHABLE',
      'TRANSLATOR_TIMEOUT',
      'TRANSLATOR_AUTH',
      'TRANSLATOR_QUOTA',
      'TRANSLATOR_BUSY',
      'TRANSLATOR_FAILED',
      'TRANSLATION_UNFAITHFUL',
      'MODEL_NOT_DEPLOYED',
      'MODEL_UNAVAILABLE',
      'QUEUE_FULL',
      'TOO_MANY_STREAMS',
    ],
  }),
  langs: call(routes.translate.langs, {
    summary: 'The languages that can be translated here, or the reason why there are none',
    permission: 'can_use_translate',
    query: z.object({
      /** Language of the names; default English. */
      language: z.string().max(10).optional(),
    }),
    data: TranslateLanguages,
  }),
} as const
