// Translates an answer for its reader.
import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem, type Api } from '#lib/api.ts'
import { perPage } from '#lib/per-page.ts'
import { languagesQuery, translateText } from './api.ts'
import { firstChoice, type Defaults } from './languages.ts'
import { setTranslation } from './translations.ts'

interface AnswerTranslation {
  queryId: number
  text: string
  /** The user agreed to send answers to an external service. */
  agreed: boolean
  pageLanguage: string
  defaults: Defaults
}

/** Whether the user has agreed on this page: asked once. */
const agreementOf = perPage(() => ({ isGiven: false }))

/** Translates an answer into the user's default language, else the page's; the result is in `translations.ts`. */
export async function translateAnswer(
  { api, cache }: { api: Api; cache: QueryClient },
  { queryId, text, agreed, pageLanguage, defaults }: AnswerTranslation,
): Promise<void> {
  const stop = new AbortController()
  const agreement = agreementOf(cache)
  setTranslation(cache, queryId, {
    state: 'running',
    stop: () => {
      stop.abort()
      setTranslation(cache, queryId, undefined)
    },
  })
  try {
    agreement.isGiven ||= agreed
    const languages = await cache.fetchQuery(languagesQuery(api, pageLanguage))
    if (languages.reason !== null) throw new ApiProblem(0, languages.reason, languages.reason)
    const { targetLang } = firstChoice(languages, { ...defaults, sourceLang: '' }, pageLanguage)
    if (targetLang === '') throw new ApiProblem(0, 'TRANSLATE_LANGUAGE', '')
    if (stop.signal.aborted) return
    if (languages.provider?.external && !agreement.isGiven)
      return setTranslation(cache, queryId, { state: 'confirm', provider: languages.provider.name })
    const translated = await translateText(api, { text, sourceLang: '', targetLang, queryId }, stop.signal)
    setTranslation(cache, queryId, { state: 'done', shown: true, to: targetLang, ...translated })
  } catch (error) {
    if (!stop.signal.aborted) setTranslation(cache, queryId, { state: 'failed', error })
  }
}
