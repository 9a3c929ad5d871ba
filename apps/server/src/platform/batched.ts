import { isolateFailures, type IsOutage } from './isolate-failures.ts'
import { asProcess } from './sender.ts'

interface Batches<Item> {
  /** Milliseconds between two batches, which leave the database time for other queries, and let more calls share the next one. */
  readonly gapMs: number
  /** Most items of a batch. */
  readonly most?: number
  /** Most of what `sizeOf` says of its items together; one alone may be larger. */
  readonly room?: number
  readonly sizeOf?: (item: Item) => number
  readonly isOutage: IsOutage
}

/**
 * Batches calls: calls that arrive while a batch runs wait for the next one, so that many questions share one commit. A
 * single call does not wait. An item that fails does not fail its batch.
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { gapMs, most = Infinity, room = Infinity, sizeOf = () => 0, isOutage }: Batches<Item>,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false
  /** Returns how many of those that wait are the next batch. */
  const fitting = (): number => {
    let size = 0
    const first = waiting.slice(0, most)
    const at = first.findIndex(({ item }, index) => (size += sizeOf(item)) > room && index > 0)
    return at < 0 ? first.length : at
  }
  const next = async (): Promise<void> => {
    const batch = waiting.splice(0, fitting())
    const outcomes = await isolateFailures(
      batch.map(({ item }) => item),
      work,
      isOutage,
    )
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome?.ok) resolve(outcome.result)
      else reject(outcome?.error)
    })
    if (waiting.length === 0) busy = false
    else setTimeout(() => void next(), gapMs)
  }
  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      // Serves all callers, not only the one that begins it.
      asProcess(() => void next())
    })
}
