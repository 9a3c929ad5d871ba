// The translations of components: one object per noun, because a page has a thousand components with texts (decision 33).
//
// A thousand components with three texts each are mounted in 10 ms of processor time and rendered again in 2.3; with react-i18next 18
// and i18next 27 in 29 and 19 (happy-dom, in turns, 1 December 2026). It goes when that library gives a component its texts without
// a subscription of its own.
import type { FlatNamespace, TFunction } from 'i18next'
import { createContext, createElement, use, useContext, type ReactNode } from 'react'
import { useStore } from './store.ts'
import { translations, type Spoken, type Translations as AllTexts } from './translations.ts'

type Nouns = FlatNamespace | readonly FlatNamespace[]

/** The translations of some nouns in the current language. */
interface Translations<Noun extends Nouns> {
  /** Returns a text by its key; of another noun as `noun:key`. */
  readonly t: TFunction<Noun>
  readonly i18n: AllTexts
}

type Say = (key: string, options?: object) => string

interface KnownWords {
  readonly t: Say
  readonly i18n: AllTexts
  readonly nouns: readonly FlatNamespace[]
  /**
   * Whether the texts were loaded at the first call; otherwise `loading` resolves when they are. It stays when it has failed: the
   * page shows the failure until it is reloaded, where a new attempt in each render would suspend it forever.
   */
  ready: boolean
  loading: Promise<unknown> | undefined
}

/** What is in use of a language, by nouns; collected with it. */
const used = new WeakMap<Spoken, Map<string, KnownWords>>()

function wordsOf(spoken: Spoken, nouns: Nouns): KnownWords {
  const name = typeof nouns === 'string' ? nouns : nouns.join(' ')
  const all = used.get(spoken) ?? new Map<string, KnownWords>()
  used.set(spoken, all)
  const known = all.get(name)
  if (known) return known
  const list = typeof nouns === 'string' ? [nouns] : nouns
  const t = remembering(translations.of(spoken.language, list[0] ?? 'ui') as unknown as Say)
  const words = { t, i18n: translations, nouns: list, ready: false, loading: undefined }
  all.set(name, words)
  return words
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

const SpokenContext = createContext<Spoken | undefined>(undefined)

/** Provides the language to all components below: one listener for a change instead of one per component. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return createElement(SpokenContext, { value: useStore(translations.spoken) }, children)
}

/**
 * Returns the translations of one or more nouns; keys of the first need no prefix. Suspends until they are loaded, and
 * throws when that fails. Without a provider above (a one-time render) it uses the current language.
 *
 * Where two calls of a component may both load, a hook with state stands between them: else React's development build counts the
 * context of the second call twice, and says of correct code that the order of its hooks has changed.
 */
export function useTranslation<const Noun extends Nouns = 'ui'>(nouns?: Noun): Translations<Noun> {
  const words = wordsOf(useContext(SpokenContext) ?? translations.spoken.get(), nouns ?? 'ui')
  if (!words.ready && !words.loading) {
    words.ready = words.nouns.every((noun) => translations.has(noun))
    if (!words.ready) words.loading = translations.load(words.nouns)
  }
  // Also called after loading: React runs a suspended component again and expects the same `use` call.
  if (words.loading) use(words.loading)
  // Only the types restrict the keys to the requested nouns.
  return words as unknown as Translations<Noun>
}
