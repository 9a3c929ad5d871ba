// The questions of comparisons on their way to the server: what may not be asked yet stands in line on this page, in its order.

import type { PromptOptionValues } from '@polylogue/contract'

/**
 * How many answers a page lets be written at once. The server would write eight for one person, but a browser opens six
 * connections to it (HTTP/1.1) and an answer holds one: one is left for what is pushed, one for everything else.
 */
export const AT_ONCE = 4

/** One question to one tab. */
export interface Lane {
  readonly compareId: string
  readonly projectId: number
  readonly tabId: number
  readonly text: string
  readonly modelId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
  /** The older versions that the tab shows, which the question goes on from. */
  readonly shownQueryIds?: readonly number[] | undefined
  /** In place of the tab's own, where some were set for the comparison. */
  readonly options?: PromptOptionValues
}

/** Where it stands: `inLine` here, `asked` of the server, or `refused` by it. */
export interface Standing {
  readonly lane: Lane
  readonly state: 'inLine' | 'asked' | 'refused'
  /** The message's id, once the question is stored. */
  readonly queryId: number | undefined
  /** Why it was refused. */
  readonly error: unknown
}

export interface LineGiven {
  /** Asks; resolves with the message's id once the question is stored. */
  ask(lane: Lane): Promise<number>
  /** How many answers of this person are known to be under way, those just asked for included. */
  busy(): number
  /** Whether a refusal only means that too many answers are being written. */
  isFull(error: unknown): boolean
  /** Calls back in a while: the server is full, and maybe not by what this page would hear the end of. */
  later(look: () => void): void
  /** Called for what comes into line; what it returns is called when it leaves it. */
  mark(lane: Lane): () => void
  /** Keeps what stands in line for the case that the page is loaded again. */
  keep(waiting: readonly Lane[]): void
}

interface Entry extends Standing {
  unmark: () => void
}

const NONE: readonly Standing[] = []

export class Line {
  readonly #given: LineGiven
  readonly #listeners = new Set<() => void>()
  #entries: readonly Entry[] = []
  #shown = new Map<string, readonly Standing[]>()
  /** The server said that it is full: nothing is asked before an answer ends, or a while has passed. */
  #full = false

  constructor(given: LineGiven) {
    this.#given = given
  }

  /** What became of a comparison's questions on this page; the same array until one of them changes. */
  of(compareId: string): readonly Standing[] {
    const known = this.#shown.get(compareId)
    if (known) return known
    const entries = this.#entries.filter(({ lane }) => lane.compareId === compareId)
    const list = entries.length === 0 ? NONE : entries
    this.#shown.set(compareId, list)
    return list
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Puts questions at the end of the line, and asks as many as may be asked now. */
  add(lanes: readonly Lane[]): void {
    const added = lanes.map((lane): Entry => this.#waiting(lane))
    this.#change([...this.#entries, ...added])
    this.#advance()
  }

  /** Takes a question out of the line; one that was asked stays. */
  cancel(lane: Lane): void {
    const entry = this.#find(lane)
    if (entry?.state !== 'inLine') return
    entry.unmark()
    this.#change(this.#entries.filter((other) => other !== entry))
  }

  /** Puts a refused question into the line again. */
  again(lane: Lane): void {
    if (this.#find(lane)?.state !== 'refused') return
    this.#change(this.#entries.filter((other) => other.lane !== lane))
    this.add([lane])
  }

  /** An answer ended: there may be room again. */
  ended(): void {
    this.#full = false
    this.#advance()
  }

  #waiting(lane: Lane): Entry {
    return { lane, state: 'inLine', queryId: undefined, error: undefined, unmark: this.#given.mark(lane) }
  }

  #advance(): void {
    for (;;) {
      const next = this.#entries.find(({ state }) => state === 'inLine')
      if (!next || this.#full || this.#given.busy() >= AT_ONCE) return
      this.#ask(next)
    }
  }

  #ask(entry: Entry): void {
    const { lane } = entry
    entry.unmark()
    this.#put(lane, { state: 'asked' })
    this.#given.ask(lane).then(
      (queryId) => this.#put(lane, { queryId }),
      (error: unknown) => this.#refused(lane, error),
    )
  }

  #refused(lane: Lane, error: unknown): void {
    if (!this.#given.isFull(error)) return this.#put(lane, { state: 'refused', error })
    // Back to its own place, before those that came after it.
    this.#full = true
    this.#given.later(() => this.ended())
    this.#put(lane, { state: 'inLine', unmark: this.#given.mark(lane) })
  }

  #find(lane: Lane): Entry | undefined {
    return this.#entries.find((entry) => entry.lane === lane)
  }

  #put(lane: Lane, change: Partial<Entry>): void {
    this.#change(this.#entries.map((entry) => (entry.lane === lane ? { ...entry, ...change } : entry)))
  }

  #change(next: readonly Entry[]): void {
    this.#entries = next
    this.#shown = new Map()
    this.#given.keep(next.filter(({ state }) => state === 'inLine').map(({ lane }) => lane))
    this.#listeners.forEach((listener) => listener())
  }
}
