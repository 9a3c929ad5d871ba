// The answers that are not known to have ended: those of the runs of this page, and others known from live events.
import { createStore } from '#lib/store.ts'

/** Names a tab and its project. */
export interface TabRef {
  projectId: number
  tabId: number
}

export interface RunningAnswer extends TabRef {
  /** Undefined until the question is stored. */
  readonly messageId?: number | undefined
  /** Key of the run of this page; undefined for an answer that it does not follow. */
  readonly run?: string | undefined
}

/** In all projects, each answer once. */
export class RunningAnswers {
  readonly #list = createStore<readonly RunningAnswer[]>([])
  readonly get = this.#list.get
  readonly subscribe = this.#list.subscribe

  /** Adds an answer that is not in the list. */
  add(answer: RunningAnswer): void {
    this.#list.update((list) => [...list, answer])
  }

  /** The message of a run is known: replaces the entry of an answer that was begun elsewhere. */
  name(named: RunningAnswer): void {
    const isOther = ({ messageId, run }: RunningAnswer) => messageId !== named.messageId && run !== named.run
    this.#list.update((list) => [...list.filter(isOther), named])
  }

  remove(run: string): void {
    this.#keep((answer) => answer.run !== run)
  }

  clear(): void {
    this.#keep(() => false)
  }

  has(messageId: number): boolean {
    return this.get().some((answer) => answer.messageId === messageId)
  }

  /** Removes the matching answers that this page does not follow. Runs of this page report their own end. */
  endedElsewhere(fits: (answer: RunningAnswer) => boolean): void {
    this.#keep((answer) => answer.run !== undefined || !fits(answer))
  }

  #keep(stays: (answer: RunningAnswer) => boolean): void {
    this.#list.update((list) => (list.every(stays) ? list : list.filter(stays)))
  }
}
