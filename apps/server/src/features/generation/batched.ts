/**
 * Lets calls that come while one is under way wait and go together in the next one: many questions that come at the same
 * moment cost the database one commit instead of one each. A call that comes alone does not wait; between two batches there
 * are `gapMs` milliseconds, in which what else the database is asked is answered.
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  gapMs: number,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let busy = false
  const next = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    try {
      const results = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      // One of many can spoil a statement for all: each is tried alone, and fails alone.
      if (batch.length === 1) batch[0]?.reject(error)
      else
        await Promise.all(
          batch.map(({ item, resolve, reject }) =>
            work([item]).then(([result]) => resolve(result as Result), reject),
          ),
        )
    }
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
