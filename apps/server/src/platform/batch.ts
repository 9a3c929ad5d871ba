/** Collects items, and hands them over together. */
export interface Batch<Item> {
  add(items: Iterable<Item>): void
  /** Hands over what is collected without waiting for the time; resolves when all of it was handled. */
  flush(): Promise<void>
  /** Drops what is collected. */
  close(): void
}

/**
 * Opens a batch: `handle` gets all items that came within `ms` after the first. What comes while it works waits for the next batch.
 * It must not reject.
 */
export function openBatch<Item>(
  ms: number,
  handle: (items: readonly Item[]) => void | Promise<void>,
): Batch<Item> {
  let collected: Item[] = []
  let timer: NodeJS.Timeout | undefined
  let handling: Promise<void> | undefined

  const schedule = () => {
    if (collected.length > 0 && !handling) timer ??= setTimeout(handOver, ms)
  }
  const handOver = () => {
    clearTimeout(timer)
    timer = undefined
    const items = collected
    collected = []
    if (items.length === 0) return
    const done = handle(items)
    if (!done) return
    handling = done.finally(() => {
      handling = undefined
      schedule()
    })
  }
  return {
    add(items) {
      for (const item of items) collected.push(item)
      schedule()
    },
    async flush() {
      while (handling || collected.length > 0) {
        if (!handling) handOver()
        await handling
      }
    },
    close() {
      clearTimeout(timer)
      timer = undefined
      collected = []
    },
  }
}
