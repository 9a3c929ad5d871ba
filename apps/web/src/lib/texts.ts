// The words a component says. i18next keeps the texts; what binds it to React is ours, because each of a page's thousand
// components says something: decision 33.
import i18next, { type FlatNamespace, type i18n, type TFunction } from 'i18next'
import { createContext, createElement, use, useContext, useSyncExternalStore, type ReactNode } from 'react'

type Nouns = FlatNamespace | readonly FlatNamespace[]

/** The words of some nouns in the language that is spoken. */
interface Words<Noun extends Nouns> {
  /** A text by its key; of another noun as `noun:key`. */
  readonly t: TFunction<Noun>
  readonly i18n: i18n
}

type Say = (key: string, options?: object) => string

interface KnownWords {
  readonly t: Say
  readonly i18n: i18n
  readonly nouns: readonly FlatNamespace[]
  /** They were there when they were first wanted; else they are what `loading` brings. */
  ready: boolean
  loading: Promise<unknown> | undefined
}

/** What is said in one language; another language is another one of these. */
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

/** A text that depends on nothing is looked up once: a long chat says the names of its buttons hundreds of times. */
function remembering(say: Say): Say {
  const said = new Map<string, string>()
  return (key, options) => {
    if (options !== undefined) return say(key, options)
    const known = said.get(key)
    if (known !== undefined) return known
    const text = say(key)
    // A key that stands for itself may find its text once its noun is there.
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

/** Tells what is below in which language it speaks: one place listens for a change, not each component. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return createElement(
    SpokenContext,
    { value: useSyncExternalStore(whenChanged, spokenNow, spokenNow) },
    children,
  )
}

/**
 * The words of a noun, or of several, the first being the one whose keys need no name. Suspends until they are there. Without a
 * provider above, in what is drawn once, the language of the moment.
 */
export function useTranslation<const Noun extends Nouns = 'ui'>(nouns?: Noun): Words<Noun> {
  const words = (useContext(SpokenContext) ?? spokenNow()).of(nouns ?? 'ui')
  if (!words.ready && !words.loading) {
    words.ready = words.nouns.every((noun) => i18next.hasLoadedNamespace(noun))
    if (!words.ready) words.loading = i18next.loadNamespaces(words.nouns)
  }
  // Also once they are there: React runs again what was suspended, and expects to be asked the same a second time.
  if (words.loading) use(words.loading)
  // What it may be asked for is known by its nouns' names, which are types alone.
  return words as unknown as Words<Noun>
}
