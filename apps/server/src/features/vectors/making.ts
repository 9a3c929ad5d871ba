// Makes the vectors of chunks in the background: a batch of each data source in turn, so that a large one does not delay
// others. Each process works on one batch at a time; a data source belongs to the process that took it.
import { Leases, openLooking, type Looking } from '#platform/claims/index.ts'
import { Problem } from '#problem.ts'
import type { VectorsDeps } from './deps.ts'
import { openSteps, tellFailure, type Steps } from './steps.ts'
import * as store from './store.ts'

/** Pauses after failures: doubled each time (SOURCE-13). */
const PAUSE_MS = { first: 1_000, longest: 300_000 }

export interface VectorMaking {
  /** Looks for data sources that are due. `again` ends the pause after a failure. */
  wake(again?: boolean): void
  /** Resumes what dead processes left, and starts to work. */
  takeUp(): Promise<void>
  /** Stops: data sources wait for the next process. */
  close(): Promise<void>
}

export function openMaking(deps: VectorsDeps): VectorMaking {
  const making = new Making(deps)
  const unsubscribe = [
    ...(['item.changed', 'item.deleted'] as const).map((event) =>
      deps.bus.on(event, ({ noun, id }) => {
        if (noun === 'datasource') making.changed(id)
      }),
    ),
    ...(['models.changed', 'providers.changed', 'vectors.changed'] as const).map((event) =>
      deps.bus.on(event, () => making.modelsChanged()),
    ),
  ]
  return {
    wake: (again) => making.wake(again),
    takeUp: () => making.takeUp(),
    async close() {
      unsubscribe.forEach((leave) => leave())
      await making.close()
    },
  }
}

class Making {
  readonly #deps: VectorsDeps
  readonly #ending = new AbortController()
  readonly #steps: Steps
  /** The data source that this process works on. */
  readonly #leases = new Leases(store.claimed.stillHeld)
  readonly #looking: Looking
  #isCheckDue = false
  #lastFailed = 0

  constructor(deps: VectorsDeps) {
    this.#deps = deps
    this.#steps = openSteps(deps)
    this.#looking = openLooking({
      look: () => this.#work(),
      failed: (error, ms) => deps.log.warn({ err: error, ms }, 'vectors were not made; they are tried again'),
      pauseMs: (failures) => Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** failures),
      ending: this.#ending.signal,
    })
  }

  wake(again?: boolean): void {
    this.#looking.wake(again)
  }

  /** Looks for due data sources, and ends the work on one that was removed or whose vectors were cancelled. */
  changed(id: number): void {
    this.wake()
    this.#leases
      .check(this.#deps.db.pool, this.#deps.serverId(), id)
      .catch((error: unknown) => this.#looking.failed(error))
  }

  /** Called because a model may be available again, or be local now. */
  modelsChanged(): void {
    this.#isCheckDue = true
    this.#looking.succeeded()
    this.wake(true)
  }

  takeUp(): Promise<void> {
    this.#looking.start()
    // The configured levels of confidentiality may have changed.
    this.#isCheckDue = true
    this.wake()
    return Promise.resolve()
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#looking.close()
    await store.claimed.release(this.#deps.db.pool, this.#deps.serverId())
  }

  async #work(): Promise<void> {
    if (this.#isCheckDue) await store.setConfidentialDue(this.#deps.db.pool)
    this.#isCheckDue = false
    const due = await store.dueDatasources(this.#deps.db.pool)
    // A data source that failed is the last of the next round, so that it does not delay the others.
    const failed = this.#lastFailed
    for (const id of [...due.filter((one) => one > failed), ...due.filter((one) => one <= failed)]) {
      if (this.#ending.signal.aborted) return
      if (await this.#step(id)) this.wake()
    }
  }

  /** Makes one batch. Returns whether more batches are due. */
  async #step(id: number): Promise<boolean> {
    const lease = this.#leases.begin({ id, datasourceId: id })
    try {
      const isLeft = await this.#steps.next(id, AbortSignal.any([this.#ending.signal, lease.lost]))
      this.#looking.succeeded()
      return isLeft
    } catch (error) {
      if (lease.lost.aborted && !this.#ending.signal.aborted) return true
      this.#lastFailed = id
      if (!this.#ending.signal.aborted && !isEnding(error)) await this.#tell(id)
      throw error
    } finally {
      this.#leases.end(lease)
    }
  }

  async #tell(id: number): Promise<void> {
    const { db, serverId } = this.#deps
    await store.claimed.release(db.pool, serverId(), { id })
    await tellFailure(db, id, 'unavailable')
  }
}

/** Whether the server is ending: this is no failure of the model, and the next process continues. */
const isEnding = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'SHUTTING_DOWN' || error.code === 'INTERRUPTED')
