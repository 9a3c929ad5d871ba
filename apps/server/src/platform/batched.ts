import { isolateFailures, type IsOutage } from './isolate-failures.ts'

interface Batches {
  /** Milliseconds between two batches, which leave the database time for other queries, and let more calls share the next one. */
  readonly gapMs: number
  /** Most items of a batch. */
  readonly most?: number
  readonly isOutage: IsOutage
}

/**
 * Batches calls: calls that arrive while a batch runs wait for the next one, so that many questions share one commit. A
 * single call does not wait. An item that fails does not fail its batch.
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { gapMs, most = Infinity, isOutage }: Batches,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false
  const next = async (): Promise<void> => {
    const batch = waiting.splice(0, most)
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
      void next()
    })
}
