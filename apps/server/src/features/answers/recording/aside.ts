// Ends of answers that the database cannot take now: their readers are told, and a file keeps them for the next process.
import type { Log } from '#platform/log.ts'
import { failure, withFittingSentence } from '../run/index.ts'
import { endedAnswer, wholeEnding, type Ending } from './ended-answer.ts'
import type { EndedAnswer } from './store.ts'

/** How long readers wait for the end: a restart of the database passes, while a full disk needs an administrator. */
const TELL_AFTER_MS = 120_000
const TELL_AFTER_FULL_MS = 2_000

export interface AsideFile {
  /** Replaces what the file keeps. */
  keep(ended: readonly EndedAnswer[]): Promise<void>
}

/** The ends whose readers were told that they are not stored yet. They are retried like the others. */
export class Aside {
  readonly #file: AsideFile
  readonly #isFull: (error: unknown) => boolean
  readonly #log: Log
  readonly #endings = new Set<Ending>()
  #changed = false

  constructor(options: { file: AsideFile; isFull: (error: unknown) => boolean; log: Log }) {
    this.#file = options.file
    this.#isFull = options.isFull
    this.#log = options.log
  }

  get size(): number {
    return this.#endings.size
  }

  has(ending: Ending): boolean {
    return this.#endings.has(ending)
  }

  /** Whether the readers of an end that failed with this error should not wait any longer. */
  isDue(ending: Ending, error: unknown): boolean {
    const limit = this.#isFull(error) ? TELL_AFTER_FULL_MS : TELL_AFTER_MS
    return performance.now() - ending.since >= limit
  }

  /** Ends the answer for its readers. */
  tell(ending: Ending): void {
    if (this.#endings.has(ending)) return
    const { live } = ending
    // Before the event that the readers get: it is not part of the answer.
    ending.whole ??= wholeEnding(ending)
    this.#endings.add(ending)
    this.#changed = true
    live.emit(withFittingSentence(failure('ANSWER_NOT_STORED'), live.answer))
    live.close()
  }

  /** Forgets an end that is stored, or that cannot be stored. Returns whether its readers were told. */
  forget(ending: Ending): boolean {
    const was = this.#endings.delete(ending)
    this.#changed ||= was
    return was
  }

  /** Writes the ends to the file if they changed. */
  async save(): Promise<void> {
    if (!this.#changed) return
    this.#changed = false
    await this.#file.keep([...this.#endings].map(endedAnswer)).catch((error: unknown) => {
      this.#changed = true
      this.#log.error(
        { err: error, answers: this.#endings.size },
        'unstored answers could not be kept in a file',
      )
    })
  }
}
