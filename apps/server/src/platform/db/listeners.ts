import type { Log } from '../log.ts'

interface Listener {
  onPayload: (payload: string) => void
  onGap: (() => void) | undefined
}

/** The listeners by channel; fed by both database implementations. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Listener>>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  get channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  /** Adds a listener. Returns the function that removes it, which returns true for the channel's last one. */
  add(channel: string, onPayload: (payload: string) => void, onGap?: () => void): () => boolean {
    const set = this.#byChannel.get(channel) ?? new Set()
    this.#byChannel.set(channel, set)
    const listener = { onPayload, onGap }
    set.add(listener)
    return () => {
      const was = set.delete(listener)
      if (set.size > 0 || !was) return false
      return this.#byChannel.delete(channel)
    }
  }

  deliver(channel: string, payload: string): void {
    for (const listener of this.#byChannel.get(channel) ?? []) this.#call(() => listener.onPayload(payload))
  }

  /** Reports that notifications may have been missed. */
  gap(): void {
    for (const set of this.#byChannel.values())
      for (const listener of set) this.#call(() => listener.onGap?.())
  }

  // An error of one listener must not affect the connection or other listeners.
  #call(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#log.error({ err: error }, 'a listener of the database failed')
    }
  }
}
