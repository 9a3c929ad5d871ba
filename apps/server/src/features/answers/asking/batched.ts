import { isolateFailures, type IsOutage } from '../../../platform/isolate-failures.ts'

/**
 * Batches calls: calls that arrive while a batch runs wait for the next one, so that many questions share one commit. A
 * single call does not wait. Batches are `gapMs` milliseconds apart, which leaves the database time for other queries. An
 * item that fails does not fail its batch.
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  gapMs: number,
  isOutage: IsOutage,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false
  const next = async (): Promise<void> => {
    const batch = waiting
    waiting = []
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
