import {
  NO_LANGUAGES,
  type NoLanguages,
  type TranslateLanguages,
  type TranslateProvider,
} from '@polylogue/contract'
import { viewerKey, type Person } from '#access/index.ts'
import { rateLimit } from '#http/limits.ts'
import { openFairQueue } from '#platform/fair-queue.ts'
import { Problem } from '#problem.ts'
import { isWithheld } from '#features/confidentiality/index.ts'
import { GUIDE } from '#features/models/index.ts'
import type { TranslateDeps } from './deps.ts'
import { canonical, isPair, matchCode, namesIn } from './languages.ts'
import { modelTranslator } from './model/model.ts'
import { openServer, type ServerTranslator } from './servers/servers.ts'
import type { Sending, Translator } from './translator.ts'

/** @throws Problem PERMISSION_DENIED without can_use_translate */
function requireMayTranslate({ permissions }: Person): void {
  if (!permissions.has('can_use_translate')) throw new Problem('PERMISSION_DENIED')
}

export interface TranslationRequest {
  readonly sourceLang?: string | undefined
  readonly targetLang: string
  readonly sourceText: string
  /** The message that has the text. */
  readonly queryId?: number | undefined
}

interface Translated {
  readonly targetText: string
  readonly detectedLang: string | null
  readonly provider: TranslateProvider
}

export interface TranslateService {
  /**
   * Translates a text with the configured server, else with a language model; it is neither stored nor logged. `gone`
   * aborts it.
   * @throws Problem PERMISSION_DENIED; TOO_MANY_ATTEMPTS; see the contract's `translate.text`
   */
  text(viewer: Person, wanted: TranslationRequest, gone: AbortSignal): Promise<Translated>
  /** Returns the languages with names in `language`, or the reason why there are none. @throws Problem PERMISSION_DENIED */
  langs(viewer: Person, language: string | undefined, gone: AbortSignal): Promise<TranslateLanguages>
  close(): Promise<void>
}

/** Limits of translations by a server: parallel ones in all, and waiting ones of a person. */
const LINE = { atOnce: 16, atOncePerPerson: 2, waitingPerPerson: 10, waiting: 500 }
const BUSY_SECONDS = 10

export function translateService(deps: TranslateDeps): TranslateService {
  const { config, clock } = deps
  const server = config.server && openServer(config.server, deps)
  const rate = rateLimit(config.requestsPerMinute, clock)
  const limit = LINE.waitingPerPerson + LINE.atOncePerPerson
  const full = () =>
    new Problem('TOO_MANY_TRANSLATIONS', { limit, seconds: BUSY_SECONDS }, { retryAfter: BUSY_SECONDS })
  const enqueue = openFairQueue({ ...LINE, full })
  return {
    async text(viewer, wanted, gone) {
      requireMayTranslate(viewer)
      rate.take(viewerKey(viewer))
      const translator = await translatorOf(deps, server, viewer)
      const mayBeSent = () => requireMaySend(deps, viewer, wanted.queryId, translator)
      await mayBeSent()
      const work = () => translated(translator, wanted, { signal: gone, requireMaySend: mayBeSent })
      // A model has its own queue.
      const done = server ? await enqueue({ key: viewerKey(viewer), gone }, work) : await work()
      if (done === undefined) throw full()
      return { ...done, provider: translator.about }
    },
    async langs(viewer, language = 'en', gone) {
      requireMayTranslate(viewer)
      let provider = server?.about ?? null
      try {
        const translator = await translatorOf(deps, server, viewer)
        provider = translator.about
        const { sources, targets } = await translator.languages(gone)
        const [sourceLangs, targetLangs] = [sources, targets].map((codes) => namesIn(codes, language))
        return { sourceLangs: sourceLangs ?? {}, targetLangs: targetLangs ?? {}, provider, reason: null }
      } catch (error) {
        return { sourceLangs: {}, targetLangs: {}, provider, reason: reasonOf(error) }
      }
    },
    close: async () => server?.close(),
  }
}

/** @throws Problem NOT_FOUND; TRANSLATE_CONFIDENTIAL for a confidential message and a translator that is not local */
async function requireMaySend(
  { queries }: TranslateDeps,
  viewer: Person,
  queryId: number | undefined,
  { about: { name }, isLocal }: Translator,
): Promise<void> {
  if (queryId === undefined) return
  const isConfidential = await queries.isConfidential(viewer, queryId)
  if (isConfidential && isWithheld({ isConfidential }, { isLocal: await isLocal() }))
    throw new Problem('TRANSLATE_CONFIDENTIAL', { provider: name })
}

/** Returns the reason why there are no languages. @throws every other error */
function reasonOf(error: unknown): NoLanguages {
  const reason = error instanceof Problem ? NO_LANGUAGES.find((code) => code === error.code) : undefined
  if (reason === undefined) throw error
  return reason
}

/** @throws Problem TRANSLATE_UNAVAILABLE, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE */
async function translatorOf(
  { config, db, models, answer }: TranslateDeps,
  server: ServerTranslator | undefined,
  viewer: Person,
): Promise<Translator> {
  if (server) return server
  const byModel = async (id: number) => {
    const isLocal = async () => (await models.tagForPrompt(id)).isLocal
    return modelTranslator({ tag: await models.tagForPrompt(id), isLocal, viewer, answer })
  }
  if (config.model === undefined) {
    const { modelId, tagId } = await models.firstChoice(db.orm)
    if (modelId === GUIDE) throw new Problem('TRANSLATE_UNAVAILABLE')
    return byModel(tagId)
  }
  const named = (await models.named(db.orm, [config.model])).get(config.model)
  if (!named || named.modelId === GUIDE) throw new Problem('MODEL_UNAVAILABLE', { model: config.model })
  return byModel(named.modelTagId)
}

async function translated(
  translator: Translator,
  wanted: TranslationRequest,
  sending: Sending,
): Promise<Omit<Translated, 'provider'>> {
  const { name } = translator.about
  const { signal: gone } = sending
  try {
    const languages = await translator.languages(gone)
    const target = matchCode(languages.targets.keys(), wanted.targetLang)
    if (target === undefined)
      throw new Problem('TRANSLATE_LANGUAGE', { provider: name, target: wanted.targetLang })
    const source = sourceOf(translator, languages.sources.keys(), wanted)
    if (source !== undefined && canonical(source) === canonical(target))
      return { targetText: wanted.sourceText, detectedLang: null }
    if (!isPair(languages, source, target)) throw pairProblem(name, wanted)
    const { texts, detected } = await translator.translate([wanted.sourceText], source, target, sending)
    const known = detected && matchCode(languages.sources.keys(), detected)
    return { targetText: texts[0] ?? '', detectedLang: known ? canonical(known) : null }
  } catch (error) {
    // Nobody receives this, and an aborted request is not logged as a defect.
    if (gone.aborted) throw new Problem('TRANSLATOR_FAILED', { provider: name })
    // Servers report refused pairs without their names.
    throw error instanceof Problem && error.code === 'TRANSLATE_PAIR' ? pairProblem(name, wanted) : error
  }
}

function sourceOf(
  { about }: Translator,
  codes: Iterable<string>,
  wanted: TranslationRequest,
): string | undefined {
  if (wanted.sourceLang === undefined) return undefined
  const source = matchCode(codes, wanted.sourceLang)
  if (source === undefined) throw pairProblem(about.name, wanted)
  return source
}

function pairProblem(provider: string, { sourceLang, targetLang }: TranslationRequest): Problem {
  return new Problem('TRANSLATE_PAIR', { provider, source: sourceLang ?? '?', target: targetLang })
}
