// The translations of answers on this page. They are not stored; one survives re-rendering and scrolling away, and is gone
// when the user signs out.
import type { TranslateProvider } from '@polylogue/contract'
import { createStore, useStore } from '../../lib/store.ts'
import { onLeaving } from '../conversation-state/index.ts'

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

const translations = createStore<ReadonlyMap<number, Translation>>(new Map())

onLeaving(() => translations.set(new Map()))

/** Sets or removes the translation of an answer. */
export function setTranslation(queryId: number, translation: Translation | undefined): void {
  const next = new Map(translations.get())
  if (translation) next.set(queryId, translation)
  else next.delete(queryId)
  translations.set(next)
}

/** Returns the translation of an answer; undefined without one. */
export const translationOf = (queryId: number): Translation | undefined => translations.get().get(queryId)

/** Subscribes a component to the translation of an answer. */
export function useAnswerTranslation(queryId = 0): Translation | undefined {
  return useStore(translations, (all) => all.get(queryId))
}

/** Returns the translation that is shown in place of an answer. */
export function useShownTranslation(queryId: number): ShownTranslation | undefined {
  const translation = useAnswerTranslation(queryId)
  return translation?.state === 'done' && translation.shown ? translation : undefined
}
