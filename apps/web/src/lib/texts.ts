// Translations. i18next stores the texts; the React binding is our own, because a page has a thousand components with texts
// (decision 33).
import i18next, { type FlatNamespace, type i18n, type TFunction } from 'i18next'
import { createContext, createElement, use, useContext, type ReactNode } from 'react'
import { useStore } from './store.ts'

type Nouns = FlatNamespace | readonly FlatNamespace[]

/** The translations of some nouns in the current language. */
interface Translations<Noun extends Nouns> {
  /** Returns a text by its key; of another noun as `noun:key`. */
  readonly t: TFunction<Noun>
  readonly i18n: i18n
}

type Say = (key: string, options?: object) => string

interface KnownWords {
  readonly t: Say
  readonly i18n: i18n
  readonly nouns: readonly FlatNamespace[]
  /** Whether the texts were loaded at the first call; otherwise `loading` resolves when they are. */
  ready: boolean
  loading: Promise<unknown> | undefined
}

/** The translations of one language; a change of language creates a new instance. */
class Spoken {
  readonly language: string
  readonly #known = new Map<string, KnownWords>()

  constructor(language: string) {
    this.language = language
  }

  of(nouns: Nouns): KnownWords {
    const name = typeof nouns === 'string' ? nouns : nouns.join(' ')
    const known = this.#known.get(name)
    if (known) return known
    const list = typeof nouns === 'string' ? [nouns] : nouns
    const t = remembering(i18next.getFixedT(this.language, list[0] ?? 'ui') as unknown as Say)
    const words = { t, i18n: i18next, nouns: list, ready: false, loading: undefined }
    this.#known.set(name, words)
    return words
  }
}

/** Caches texts without parameters: a long chat requests its button labels hundreds of times. */
function remembering(say: Say): Say {
  const said = new Map<string, string>()
  return (key, options) => {
    if (options !== undefined) return say(key, options)
    const known = said.get(key)
    if (known !== undefined) return known
    const text = say(key)
    // A key returned as its own text may be found once its noun is loaded.
    if (!key.endsWith(text)) said.set(key, text)
    return text
  }
}

let latest = new Spoken('')

const spokenNow = (): Spoken =>
  latest.language === i18next.language ? latest : (latest = new Spoken(i18next.language))

function whenChanged(listener: () => void): () => void {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

const SpokenContext = createContext<Spoken | undefined>(undefined)

/** Provides the language to all components below: one listener for a change instead of one per component. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return createElement(
    SpokenContext,
    { value: useStore({ subscribe: whenChanged, get: spokenNow }) },
    children,
  )
}

/**
 * Returns the translations of one or more nouns; keys of the first need no prefix. Suspends until they are loaded. Without a
 * provider above (a one-time render) it uses the current language.
 */
export function useTranslation<const Noun extends Nouns = 'ui'>(nouns?: Noun): Translations<Noun> {
  const words = (useContext(SpokenContext) ?? spokenNow()).of(nouns ?? 'ui')
  if (!words.ready && !words.loading) {
    words.ready = words.nouns.every((noun) => i18next.hasLoadedNamespace(noun))
    if (!words.ready) words.loading = i18next.loadNamespaces(words.nouns)
  }
  // Also called after loading: React runs a suspended component again and expects the same `use` call.
  if (words.loading) use(words.loading)
  // Only the types restrict the keys to the requested nouns.
  return words as unknown as Translations<Noun>
}
