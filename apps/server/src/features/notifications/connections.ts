// Who is connected to this process, and the writing of messages to them.
import type { LiveMessage } from '@polylogue/contract'
import type { EventSource, ServerSentEvent } from '../../http/stream.ts'

type Write = Parameters<EventSource['follow']>[0]

interface Connection {
  readonly write: Write
  /** Whether it is told how far deployments are. */
  readonly deploys: boolean
  end(): void
}

/** The open streams by the person they belong to, who is known by their own context. */
export class Connections {
  readonly #open = new Map<number, Set<Connection>>()

  /** Everybody who is connected. */
  people(): number[] {
    return [...this.#open.keys()]
  }

  countOf(person: number): number {
    return this.#open.get(person)?.size ?? 0
  }

  /** Whether anybody is connected who is told how far deployments are. */
  get hasDeployers(): boolean {
    return [...this.#open.values()].some((own) => [...own].some(({ deploys }) => deploys))
  }

  /** Holds a stream open until its client goes, its session ends, or `endAll`. */
  async follow(
    person: number,
    { write, deploys }: Pick<Connection, 'write' | 'deploys'>,
    signal: AbortSignal,
  ): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const connection: Connection = { write, deploys, end: ended.resolve }
    const own = this.#open.get(person) ?? new Set()
    this.#open.set(person, own.add(connection))
    signal.addEventListener('abort', connection.end, { once: true })
    if (signal.aborted) connection.end()
    await ended.promise
    own.delete(connection)
    if (own.size === 0 && this.#open.get(person) === own) this.#open.delete(person)
  }

  /** Writes messages to all streams of a person. One that is not read is ended by the writer (http/sse). */
  tell(person: number, messages: readonly LiveMessage[]): void {
    const events = messages.map(eventOf)
    for (const connection of this.#open.get(person) ?? []) connection.write(events)
  }

  /** Writes messages to everybody, or to those who are told how far deployments are. */
  tellAll(messages: readonly LiveMessage[], to: 'everybody' | 'deployers'): void {
    const events = messages.map(eventOf)
    for (const own of this.#open.values())
      for (const { write, deploys } of own) if (deploys || to === 'everybody') write(events)
  }

  /** Ends the streams of some people. Their clients connect again, and look at everything anew. */
  end(people: Iterable<number>): void {
    for (const person of people) for (const connection of this.#open.get(person) ?? []) connection.end()
  }

  /** Ends every stream. Their clients connect again, and look at everything anew. */
  endAll(): void {
    for (const own of this.#open.values()) for (const connection of own) connection.end()
  }
}

export const eventOf = (message: LiveMessage): ServerSentEvent => ({
  event: 'message',
  data: JSON.stringify(message),
})
