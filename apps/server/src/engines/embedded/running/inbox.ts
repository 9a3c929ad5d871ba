/** What comes in for one reader, in order, until it fails. What came before the failure is still read. */
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

  /** Fails at once: what was not read yet is dropped. */
  abandon(error: unknown): void {
    this.#items = []
    this.#failed = { error }
    this.#wake?.()
  }

  /** The next item, waited for. Throws what it failed with. */
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
