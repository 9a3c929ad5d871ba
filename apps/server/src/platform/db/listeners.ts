import type { Log } from '../log.ts'

interface Listener {
  onPayload: (payload: string) => void
  onGap: (() => void) | undefined
}

/** Who hears which channel. The homes of the database feed it. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Listener>>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  get channels(): string[] {
    return [...this.#byChannel.keys()]
  }

  /** Returns how to take it away again: true when it was the channel's last. */
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

  hear(channel: string, payload: string): void {
    for (const listener of this.#byChannel.get(channel) ?? []) this.#call(() => listener.onPayload(payload))
  }

  /** Notifications may have been missed. */
  gap(): void {
    for (const set of this.#byChannel.values())
      for (const listener of set) this.#call(() => listener.onGap?.())
  }

  // A fault in one listener must neither end the connection's reader nor keep the others from hearing.
  #call(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#log.error({ err: error }, 'a listener of the database failed')
    }
  }
}
