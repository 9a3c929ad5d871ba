// The translations of answers on this page. They are not stored; one survives re-rendering and scrolling away, and is gone
// when the user signs out.
import type { TranslateProvider } from '@polylogue/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { perPage } from '#lib/per-page.ts'
import { createStore, useStore } from '#lib/store.ts'

type ShownTranslation = Extract<Translation, { state: 'done' }>

/** `confirm`: the service is external, and the user has not agreed yet. */
export type Translation =
  | { state: 'wanted'; agreed?: boolean }
  | { state: 'running'; stop: () => void }
  | { state: 'confirm'; provider: string }
  | { state: 'failed'; error: unknown }
  | {
      state: 'done'
      text: string
      shown: boolean
      /** The detected language; null if it is not known. */
      from: string | null
      to: string
      provider: TranslateProvider
    }

const NONE: ReadonlyMap<number, Translation> = new Map()
const translationsOf = perPage(
  () => createStore(NONE),
  (translations) => {
    for (const one of translations.get().values()) if (one.state === 'running') one.stop()
    translations.set(NONE)
  },
)

/** Sets or removes the translation of an answer. */
export function setTranslation(
  page: QueryClient,
  queryId: number,
  translation: Translation | undefined,
): void {
  const translations = translationsOf(page)
  const next = new Map(translations.get())
  if (translation) next.set(queryId, translation)
  else next.delete(queryId)
  translations.set(next)
}

/** Returns a function that sets or removes the translation of an answer. */
export function useSetTranslation() {
  const page = useQueryClient()
  return (queryId: number, translation: Translation | undefined) => setTranslation(page, queryId, translation)
}

/** Returns the translation of an answer; undefined without one. */
export const translationOf = (page: QueryClient, queryId: number): Translation | undefined =>
  translationsOf(page).get().get(queryId)

/** Subscribes a component to the translation of an answer. */
export function useAnswerTranslation(queryId = 0): Translation | undefined {
  return useStore(translationsOf(useQueryClient()), (all) => all.get(queryId))
}

/** Returns the translation that is shown in place of an answer. */
export function useShownTranslation(queryId: number): ShownTranslation | undefined {
  const translation = useAnswerTranslation(queryId)
  return translation?.state === 'done' && translation.shown ? translation : undefined
}
