// The texts of the interface: stores them by language and noun, finds one by its key and fills it in. Keys, plurals and
// contexts are those of i18next, whose types check them (decision 133).
//
// It is 1.1 kB of every page where i18next 27 is 15.3 (minified, gzip, 1 December 2026). It goes when a text needs what only i18next
// can do.
import type { FlatNamespace, TFunction } from 'i18next'
import { isolated } from './isolated.ts'
import { createStore, type Readable } from './store.ts'

/** The texts of a noun, as in its file; of a language, by noun. */
export interface Texts {
  readonly [key: string]: string | Texts
}

interface Values {
  readonly [name: string]: string | number | boolean | null | undefined
  /** Chooses the plural form. */
  readonly count?: number
  /** Chooses the text of the key `key_context`, if there is one. */
  readonly context?: string | undefined
  /** Used when there is no text. */
  readonly defaultValue?: string
}

export interface Spoken {
  readonly language: string
}

interface Start {
  readonly language: string
  readonly texts: Texts
  /** Loads the texts of a noun; without it, nothing is loaded. */
  readonly read?: (language: string, noun: string) => Promise<Texts>
}

export class Translations {
  // An object of its own for each start and change, so that what is cached of one does not outlive it.
  readonly #spoken = createStore<Spoken>({ language: 'en' })
  readonly #known = new Map<string, Texts>()
  readonly #loading = new Map<string, Promise<void>>()
  readonly #plurals = new Map<string, Intl.PluralRules>()
  #read: Start['read']
  #wanted = 'en'

  get language(): string {
    return this.#spoken.get().language
  }

  /** The current language; changes with it and with each start. */
  get spoken(): Readable<Spoken> {
    return this.#spoken
  }

  /** The language that was chosen last: the current one, or one whose texts are being loaded. */
  get wanted(): string {
    return this.#wanted
  }

  /** Begins anew with the texts of one language. */
  start({ language, texts, read }: Start): void {
    this.#known.clear()
    this.#loading.clear()
    for (const [noun, keys] of Object.entries(texts))
      if (typeof keys !== 'string') this.add(language, noun, keys)
    this.#read = read
    this.#wanted = language
    this.#spoken.set({ language })
  }

  add(language: string, noun: string, texts: Texts): void {
    this.#known.set(nameOf(language, noun), texts)
  }

  /** Returns whether the texts of a noun are loaded in the current language. */
  has(noun: string): boolean {
    return this.#known.has(nameOf(this.language, noun)) || !this.#read
  }

  /** Loads the texts of nouns in the current language. Rejects when one cannot be loaded; the next call loads it again. */
  async load(nouns: readonly string[]): Promise<void> {
    await Promise.all(nouns.map((noun) => this.#loadOne(this.language, noun)))
  }

  /**
   * Changes the language once all nouns in use are loaded in it; keeps the current one when that fails. Of two changes the later
   * one holds.
   */
  async change(language: string): Promise<void> {
    this.#wanted = language
    const used = new Set([...this.#known.keys()].map((name) => name.slice(name.indexOf(' ') + 1)))
    const loaded = await Promise.all([...used].map((noun) => this.#loadOne(language, noun))).then(
      () => true,
      () => false,
    )
    if (this.#wanted !== language) return
    if (loaded) this.#spoken.set({ language })
    else this.#wanted = this.language
  }

  /** Returns the text of a key as it is in the file; undefined without one. */
  find(language: string, noun: string, key: string): string | undefined {
    let found: string | Texts | undefined = this.#known.get(nameOf(language, noun))
    for (const step of key.split('.')) {
      if (typeof found !== 'object' || !Object.hasOwn(found, step)) return undefined
      found = found[step]
    }
    return typeof found === 'string' ? found : undefined
  }

  /** Returns a function that returns a text of the noun, or of another one as `noun:key`; without a text, the key. */
  of<Noun extends FlatNamespace>(language: string, noun: Noun): TFunction<Noun> {
    const say = (given: string, values: Values = {}): string => {
      const colon = given.indexOf(':')
      const from = colon < 0 ? noun : given.slice(0, colon)
      const key = given.slice(colon + 1)
      const text = this.#formsOf(language, key, values)
        .map((form) => this.find(language, from, form))
        .find((form) => form !== undefined)
      return filled(text ?? values.defaultValue ?? key, values)
    }
    // Only the types restrict the keys.
    return say as unknown as TFunction<Noun>
  }

  /** Returns the keys at which the text may be, the most specific one first. */
  #formsOf(language: string, key: string, { count, context }: Values): readonly string[] {
    const keys = context ? [`${key}_${context}`, key] : [key]
    if (typeof count !== 'number') return keys
    const rules = this.#plurals.get(language) ?? new Intl.PluralRules(language)
    this.#plurals.set(language, rules)
    const plurals = [...(count === 0 ? ['_zero'] : []), `_${rules.select(count)}`, '']
    return keys.flatMap((one) => plurals.map((plural) => one + plural))
  }

  #loadOne(language: string, noun: string): Promise<void> {
    const name = nameOf(language, noun)
    if (this.#known.has(name) || !this.#read) return Promise.resolve()
    const loading =
      this.#loading.get(name) ??
      this.#read(language, noun)
        .then((texts) => this.add(language, noun, texts))
        .finally(() => this.#loading.delete(name))
    this.#loading.set(name, loading)
    return loading
  }
}

const nameOf = (language: string, noun: string): string => `${language} ${noun}`

/**
 * Replaces `{{name}}` by its value, if there is one; values are not searched for placeholders. A sentence that ends with a value
 * such as “28. Nov.” or “Acme Inc.” has one full stop. Values in Arabic or Hebrew do not reorder the words around them.
 */
const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{\{(\w+)\}\}(\.?)/g, (placeholder, name: string, stop: string) => {
    if (!Object.hasOwn(values, name)) return placeholder
    const value = String(values[name] ?? '')
    return value.endsWith('.') ? isolated(value) : isolated(value) + stop
  })

/** The texts of this page. Not passed in: every component reads them, and a page has one language. */
export const translations = new Translations()
