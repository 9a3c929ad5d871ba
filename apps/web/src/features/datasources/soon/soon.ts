// Data sources that a tab or the new tabs of a project use as soon as their documents are read. Belongs to the browser: a
// reload continues.
import { createStore, type Readable } from '#lib/store.ts'

/** A tab, or without `tabId` the new tabs of the project. */
export interface SoonTarget {
  readonly projectId: number
  readonly tabId?: number | undefined
}

export interface Soon extends SoonTarget {
  readonly datasourceId: number
  /** Why it could not be used although it is ready. */
  readonly error?: unknown
}

export interface SoonDeps {
  /** Calls `onReady` once when the data source is ready, `onGone` when it does not exist; returns what ends it. */
  watch(datasourceId: number, on: { ready(): void; gone(): void }): () => void
  apply(soon: Soon): Promise<unknown>
  read(): readonly Soon[]
  write(soons: readonly Soon[]): void
}

export interface Soons extends Readable<readonly Soon[]> {
  add(soon: Soon): void
  /** Tries again to use it after an error. */
  retry(soon: Soon): void
  /** Forgets it: another data source was chosen. */
  remove(soon: Soon): void
  /** Stops watching; what is stored stays. */
  end(): void
}

export const isOf = (one: SoonTarget, other: SoonTarget): boolean =>
  one.projectId === other.projectId && one.tabId === other.tabId

const withoutError = ({ datasourceId, projectId, tabId }: Soon): Soon => ({ datasourceId, projectId, tabId })

export function createSoons({ watch, apply, read, write }: SoonDeps): Soons {
  const soons = createStore<readonly Soon[]>([])
  const watched = new Map<Soon, () => void>()
  const set = (next: readonly Soon[]) => {
    write(next.map(withoutError))
    soons.set(next)
  }
  const unwatch = (soon: Soon) => {
    watched.get(soon)?.()
    watched.delete(soon)
  }
  const remove = (soon: Soon) => {
    unwatch(soon)
    set(soons.get().filter((one) => one !== soon))
  }
  const begin = async (soon: Soon) => {
    unwatch(soon)
    try {
      await apply(soon)
      remove(soon)
    } catch (error) {
      set(soons.get().map((one) => (one === soon ? { ...soon, error } : one)))
    }
  }
  const follow = (soon: Soon) =>
    watched.set(soon, watch(soon.datasourceId, { ready: () => void begin(soon), gone: () => remove(soon) }))
  const add = (soon: Soon) => {
    for (const one of soons.get().filter((other) => isOf(other, soon))) unwatch(one)
    set([...soons.get().filter((one) => !isOf(one, soon)), soon])
    follow(soon)
  }
  for (const soon of read()) add(soon)
  return {
    add,
    retry: (soon) => add(withoutError(soon)),
    remove,
    get: soons.get,
    subscribe: soons.subscribe,
    end() {
      for (const soon of soons.get()) unwatch(soon)
      soons.set([])
    },
  }
}
