import { apart, type IsOutage } from '../../../platform/apart.ts'

/**
 * Lets calls that come while one is under way wait and go together in the next one: many questions that come at the same
 * moment cost the database one commit instead of one each. A call that comes alone does not wait; between two batches there
 * are `gapMs` milliseconds, in which what else the database is asked is answered. One that fails does so alone.
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
    const outcomes = await apart(
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
