// Reads and indexes the documents that wait: two at a time in each process, the people in turn, so that hundreds of one
// person's documents do not hold up another's.
import type { IndexingDeps } from './deps.ts'
import { indexDocument } from './document.ts'
import { openMerging, type Merging } from './merging.ts'
import * as store from './steps-store.ts'

const LANES = 2
/** Pause after a failure of the database, before the lanes look for documents again. */
const PAUSE_MS = 5_000

export interface Lanes {
  /** Looks for waiting documents. */
  wake(): void
  /** Resumes what dead processes left, and starts to index. */
  takeUp(): Promise<void>
  /** Stops: documents that are being read wait for the next process. */
  close(): Promise<void>
}

export function openLanes(deps: IndexingDeps): Lanes {
  const lanes = new Indexing(deps)
  const unsubscribe = deps.bus.on('item.changed', ({ noun }) => {
    if (noun === 'datasource') lanes.wake()
  })
  return {
    wake: () => lanes.wake(),
    takeUp: () => lanes.takeUp(),
    async close() {
      unsubscribe()
      await lanes.close()
    },
  }
}

class Indexing {
  readonly #deps: IndexingDeps
  readonly #ending = new AbortController()
  readonly #merging: Merging
  /** The documents that are being read, by the person who added them. */
  readonly #running = new Map<number, Promise<void>>()
  /** The turn in which a person was served last. */
  readonly #served = new Map<number, number>()
  /** The documents that this process has taken. */
  readonly #taken = new Set<number>()
  #taking = 0
  #turn = 0
  #isStarted = false
  #isLooking = false
  #isAsked = false
  #pause: NodeJS.Timeout | undefined

  constructor(deps: IndexingDeps) {
    this.#deps = deps
    this.#merging = openMerging(deps, this.#ending.signal)
  }

  wake(): void {
    this.#isAsked = true
    if (this.#isLooking || !this.#isStarted || this.#pause || this.#ending.signal.aborted) return
    this.#isLooking = true
    void this.#look()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#isLooking = false))
  }

  async takeUp(): Promise<void> {
    this.#isStarted = true
    const server = this.#deps.serverId()
    // None is being taken: its row would be taken for one that nobody reads.
    if (this.#taking === 0) await store.reopenAbandoned(this.#deps.db, { server, running: [...this.#taken] })
    for (const datasourceId of await store.unmerged(this.#deps.db.pool)) this.#merging.add(datasourceId)
    this.wake()
  }

  async close(): Promise<void> {
    this.#ending.abort()
    clearTimeout(this.#pause)
    await Promise.allSettled(this.#running.values())
    await this.#merging.close()
  }

  async #look(): Promise<void> {
    while (this.#isAsked && this.#running.size < LANES && !this.#ending.signal.aborted) {
      this.#isAsked = false
      const waiting = await store.waitingPeople(this.#deps.db.pool)
      const next = waiting
        .filter((userId) => !this.#running.has(userId))
        .toSorted((one, other) => (this.#served.get(one) ?? 0) - (this.#served.get(other) ?? 0))
      for (const userId of next.slice(0, LANES - this.#running.size)) this.#begin(userId)
      if (waiting.length === 0) this.#served.clear()
    }
  }

  #begin(userId: number): void {
    this.#served.set(userId, ++this.#turn)
    const work = this.#serve(userId)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#running.delete(userId)
        this.wake()
      })
    this.#running.set(userId, work)
  }

  async #serve(userId: number): Promise<void> {
    const media = await this.#take(userId)
    if (!media) return
    try {
      await indexDocument(this.#deps, media, this.#ending.signal)
      this.#merging.add(media.datasourceId)
    } finally {
      this.#taken.delete(media.id)
    }
  }

  async #take(userId: number): Promise<store.Taken | undefined> {
    this.#taking++
    try {
      const media = await store.take(this.#deps.db.pool, userId, this.#deps.serverId())
      if (media) this.#taken.add(media.id)
      return media
    } finally {
      this.#taking--
    }
  }

  #failed(error: unknown): void {
    if (this.#ending.signal.aborted) return
    this.#deps.log.error({ err: error }, 'a document was not indexed; it is tried again')
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined
      this.wake()
    }, PAUSE_MS).unref()
  }
}
