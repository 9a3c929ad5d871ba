// The translations of answers on this page. They are not stored; one survives re-rendering and scrolling away, and is gone
// when the user signs out.
import type { TranslateProvider } from '@polylogue/contract'
import { useSyncExternalStore } from 'react'
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

const kept = new Map<number, Translation>()
const listeners = new Set<() => void>()

onLeaving(() => {
  kept.clear()
  listeners.forEach((listener) => listener())
})

/** Sets or removes the translation of an answer. */
export function setTranslation(queryId: number, translation: Translation | undefined): void {
  if (translation) kept.set(queryId, translation)
  else kept.delete(queryId)
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the translation of an answer; undefined without one. */
export const translationOf = (queryId: number): Translation | undefined => kept.get(queryId)

/** Subscribes a component to the translation of an answer. */
export function useAnswerTranslation(queryId = 0): Translation | undefined {
  return useSyncExternalStore(subscribe, () => translationOf(queryId))
}

/** Returns the translation that is shown in place of an answer. */
export function useShownTranslation(queryId: number): ShownTranslation | undefined {
  const translation = useAnswerTranslation(queryId)
  return translation?.state === 'done' && translation.shown ? translation : undefined
}
