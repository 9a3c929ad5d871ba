// The interface of everything that translates: translation servers and language models.
import type { TranslateProvider } from '@polylogue/contract'

/** The languages of a translator, by its own codes. */
export interface Languages {
  /** Code → name in English. */
  readonly sources: ReadonlyMap<string, string>
  readonly targets: ReadonlyMap<string, string>
  /** The targets of one source; undefined if every source can be translated into every target. */
  readonly targetsOf: ((source: string) => ReadonlySet<string>) | undefined
}

export interface Translation {
  /** In the order of the given texts. */
  readonly texts: readonly string[]
  /** The translator’s code of the detected language; undefined if it does not report one. */
  readonly detected: string | undefined
}

/** How texts are sent. */
export interface Sending {
  readonly signal: AbortSignal
  /** Decides directly before each request that has text. @throws Problem when the text must not be sent any more */
  requireMaySend(): Promise<void>
}

export interface Translator {
  readonly about: TranslateProvider
  /** Whether texts stay on the organisation's machines, as it is now. */
  isLocal(): Promise<boolean>
  /** @throws Problem TRANSLATOR_… */
  languages(signal: AbortSignal): Promise<Languages>
  /**
   * Translates texts; without `from` the language is detected. Code, web addresses and placeholders stay
   * unchanged.
   * @throws Problem TRANSLATOR_…, TRANSLATE_PAIR, TRANSLATION_UNFAITHFUL; the signal's reason; that of `requireMaySend`
   */
  translate(
    texts: readonly string[],
    from: string | undefined,
    to: string,
    sending: Sending,
  ): Promise<Translation>
}
