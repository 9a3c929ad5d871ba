// Chooses who has a document read again that an older version read: only when no new work waits (decision 108).
import type { Runner } from '#platform/db/index.ts'
import { peopleToReread } from './reread-store.ts'
import type { Rereader } from './steps-store.ts'

export class Rereading {
  readonly #db: Runner
  /** Those who had such documents when the database was asked last. */
  #people: Rereader[] = []
  #isAsked = true

  constructor(db: Runner) {
    this.#db = db
  }

  /** Asks the database again next time: in a rolling update, an older server may have read documents since. */
  look(): void {
    this.#isAsked = true
  }

  /** Returns the people with such documents, of whom some may be done meanwhile. */
  async people(): Promise<readonly Rereader[]> {
    if (this.#isAsked) {
      this.#isAsked = false
      this.#people = await peopleToReread(this.#db)
    }
    return this.#people
  }

  /** A person has no such document left. */
  isDone(one: Rereader): void {
    this.#people = this.#people.filter(({ userId, kind }) => userId !== one.userId || kind !== one.kind)
  }
}
