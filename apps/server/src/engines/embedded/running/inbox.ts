/** A queue for one reader that keeps the order. After a failure, the items queued before it are still read. */
export class Inbox<Item> {
  #items: Item[] = []
  #failed: { readonly error: unknown } | undefined
  #wake: (() => void) | undefined

  put(item: Item): void {
    this.#items.push(item)
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#failed ??= { error }
    this.#wake?.()
  }

  /** Fails immediately and drops unread items. */
  abandon(error: unknown): void {
    this.#items = []
    this.#failed = { error }
    this.#wake?.()
  }

  /** Waits for the next item. Throws the error of `fail` or `abandon`. */
  async next(): Promise<Item> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) return item
      if (this.#failed) throw this.#failed.error
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = undefined
    }
  }
}
