// Translations, and the languages to choose from.
import type { TranslateLanguages, TranslateProvider } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, useApi, type Api } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { useStoredSettings, useStoreSetting } from '#features/settings/index.ts'
import { settingsKeys } from '#features/settings/keys.ts'
import { useStoredErrorMessage } from '#lib/problem.ts'
import { readDefaults, type Defaults } from './languages.ts'
import { LONGEST, piecesOf } from './long-text.ts'

const translateKeys = {
  languages: (language: string) => ['translate', 'languages', language] as const,
}

export interface TranslationRequest {
  text: string
  /** '' to detect the language. */
  sourceLang: string
  targetLang: string
  /** The message that has the text: a confidential one is not sent to an external service. */
  queryId?: number
}

export interface Translated {
  text: string
  /** The detected language, that of the longest part; null when it was given or is not known. */
  from: string | null
  provider: TranslateProvider
}

/** The text is too long to be translated. */
export class TextTooLong extends Error {}

/** Query options for the languages, with names in the page's language. */
export const languagesQuery = (api: Api, language: string) =>
  queryOptions({
    queryKey: translateKeys.languages(language),
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<TranslateLanguages> =>
      (await api.call(contract.translate.langs, { query: { language } }, { signal })).data,
  })

export function useLanguages(enabled: boolean) {
  const { i18n } = useTranslation()
  return useQuery({ ...languagesQuery(useApi(), i18n.language), enabled })
}

/**
 * Translates a text of any length, one request after the other.
 * @throws TextTooLong; the ApiProblem of a request
 */
export async function translateText(
  api: Api,
  { text, sourceLang, targetLang, queryId }: TranslationRequest,
  signal?: AbortSignal,
): Promise<Translated> {
  if (text.length > LONGEST) throw new TextTooLong()
  let provider: TranslateProvider | undefined
  let translation = ''
  let from: string | null = null
  let longest = 0
  for (const piece of piecesOf(text)) {
    if (!piece.sent) {
      translation += piece.text
      continue
    }
    const languages = sourceLang === '' ? { targetLang } : { sourceLang, targetLang }
    const body = { ...languages, sourceText: piece.text, ...(queryId === undefined ? {} : { queryId }) }
    const { data } = await api.call(contract.translate.text, { body }, signal ? { signal } : {})
    translation += data.targetText
    provider = data.provider
    if (data.detectedLang !== null && piece.text.length > longest) {
      from = data.detectedLang
      longest = piece.text.length
    }
  }
  return { text: translation, from, provider: provider ?? { name: '', kind: 'model', external: false } }
}

/** Translates a text. An expired licence is loaded again, so that the page shows its alert. */
export function useTranslateText() {
  const api = useApi()
  const refused = useRefused()
  return useMutation({
    mutationFn: (wanted: TranslationRequest) => translateText(api, wanted),
    onError: refused,
  })
}

/** Returns a function that loads the licence again when a translation was refused because of it. */
export function useRefused(): (error: unknown) => void {
  const cache = useQueryClient()
  const userId = useUserId()
  return (error) => {
    if (error instanceof ApiProblem && error.code === 'LICENSE_EXPIRED')
      void cache.invalidateQueries({ queryKey: settingsKeys.license(userId) })
  }
}

/** Returns the user's default languages, and a function that stores them. */
export function useDefaults(): { defaults: Defaults; store: (defaults: Defaults) => void } {
  const { data } = useStoredSettings()
  const store = useStoreSetting()
  return {
    defaults: readDefaults(data?.translateDefaults),
    store: (defaults) => store('translateDefaults', JSON.stringify(defaults)),
  }
}

/** Returns the sentence for a translation that failed. */
export function useTranslateError(): (error: unknown) => string {
  const { t } = useTranslation('translate')
  const errorMessage = useStoredErrorMessage()
  return (error) => (error instanceof TextTooLong ? t('tooLong') : errorMessage(error).sentence)
}
