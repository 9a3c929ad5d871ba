// Ends work that was taken from this process because its document was cancelled, removed or changed.
import type { Runner } from '../db/index.ts'

/** A document or site map that a process has taken. */
interface Taken {
  readonly id: number
  readonly datasourceId: number
}

export interface Lease extends Taken {
  /** Aborts when the work no longer belongs to this process; the state is then already stored. */
  readonly lost: AbortSignal
}

/** Returns which of these ids this process still holds. */
export type StillHeld = (db: Runner, ids: readonly number[], server: string) => Promise<number[]>

/** The documents, or site maps, on which this process works. */
export class Leases {
  readonly #stillHeld: StillHeld
  readonly #works = new Map<Lease, AbortController>()

  constructor(stillHeld: StillHeld) {
    this.#stillHeld = stillHeld
  }

  begin({ id, datasourceId }: Taken): Lease {
    const control = new AbortController()
    const lease = { id, datasourceId, lost: control.signal }
    this.#works.set(lease, control)
    return lease
  }

  end(lease: Lease): void {
    this.#works.delete(lease)
  }

  ids(): number[] {
    return [...this.#works.keys()].map(({ id }) => id)
  }

  /** After a change of the data source, ends the work that was taken from this process. */
  async check(db: Runner, server: string, changed: number): Promise<void> {
    const works = [...this.#works].filter(([{ datasourceId }]) => datasourceId === changed)
    if (works.length === 0) return
    const held = new Set(
      await this.#stillHeld(
        db,
        works.map(([{ id }]) => id),
        server,
      ),
    )
    for (const [{ id }, control] of works) if (!held.has(id)) control.abort()
  }
}
