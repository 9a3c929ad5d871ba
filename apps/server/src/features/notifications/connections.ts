// Holds the connections to this process and writes messages to them.
import type { LiveMessage, Permission } from '@polylogue/contract'
import type { EventSource, ServerSentEvent } from '#http/stream.ts'
import { Recent } from './recent.ts'

/** More people than this who are told at once spread what they ask for. */
const FEW = 20
/** For each connected person, and at most: a busy server answers some 100 lists a second, and has others to answer. */
const SPREAD = { eachMs: 20, mostMs: 60_000 }

export type Write = Parameters<EventSource['follow']>[0]

interface Connection {
  readonly write: Write
  /** The permissions of its user. */
  readonly permissions: ReadonlySet<Permission>
  end(): void
}

/** The open streams by user, who is identified by their own context. */
export class Connections {
  readonly #open = new Map<number, Set<Connection>>()
  readonly #toAll = new Recent<{ messages: readonly LiveMessage[]; permission: Permission | undefined }>()

  /** Returns all connected users. */
  people(): number[] {
    return [...this.#open.keys()]
  }

  countOf(person: number): number {
    return this.#open.get(person)?.size ?? 0
  }

  /** Whether a connected user has a permission. */
  reaches(permission: Permission): boolean {
    return [...this.#open.values()].some((own) =>
      [...own].some(({ permissions }) => permissions.has(permission)),
    )
  }

  /** Holds a stream open until its client disconnects, its session ends, or `endAll`. */
  async follow(
    person: number,
    { write, permissions }: Pick<Connection, 'write' | 'permissions'>,
    signal: AbortSignal,
  ): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const connection: Connection = { write, permissions, end: ended.resolve }
    const own = this.#open.get(person) ?? new Set()
    this.#open.set(person, own.add(connection))
    signal.addEventListener('abort', connection.end, { once: true })
    if (signal.aborted) connection.end()
    await ended.promise
    own.delete(connection)
    if (own.size === 0 && this.#open.get(person) === own) this.#open.delete(person)
  }

  /** Writes messages to all streams of a user. The writer ends a stream that is not read (http/sse). */
  send(person: number, messages: readonly LiveMessage[]): void {
    const events = messages.map(eventOf)
    for (const connection of this.#open.get(person) ?? []) connection.write(events)
  }

  /** Writes messages to some users, as `send`. */
  sendToMany(people: readonly number[], messages: readonly LiveMessage[]): void {
    const sent = people.length > FEW ? this.#spread(messages) : messages
    for (const person of people) this.send(person, sent)
  }

  /** Writes messages to all users, or to those with a permission. */
  sendToAll(messages: readonly LiveMessage[], permission?: Permission): void {
    this.#toAll.add({ messages, permission })
    const events = (permission === undefined ? this.#spread(messages) : messages).map(eventOf)
    for (const own of this.#open.values())
      for (const { write, permissions } of own)
        if (permission === undefined || permissions.has(permission)) write(events)
  }

  /** Says over how many milliseconds the pages of many people spread what they ask for after a message (LIVE-5). */
  #spread(messages: readonly LiveMessage[]): readonly LiveMessage[] {
    if (this.#open.size <= FEW) return messages
    const spreadMs = Math.min(this.#open.size * SPREAD.eachMs, SPREAD.mostMs)
    return messages.map((message) => ({ ...message, contextData: { ...message.contextData, spreadMs } }))
  }

  /** Returns what was sent to all who have these permissions since a time; undefined if that is not known. */
  sentToAll(since: number, permissions: ReadonlySet<Permission>): LiveMessage[] | undefined {
    return this.#toAll
      .since(since)
      ?.flatMap(({ messages, permission }) =>
        permission === undefined || permissions.has(permission) ? messages : [],
      )
  }

  /** Ends the streams of some users. Their clients reconnect and refetch everything. */
  end(people: Iterable<number>): void {
    for (const person of people) for (const connection of this.#open.get(person) ?? []) connection.end()
  }

  /** Ends every stream. The clients reconnect and refetch everything. */
  endAll(): void {
    for (const own of this.#open.values()) for (const connection of own) connection.end()
  }
}

export const eventOf = (message: LiveMessage): ServerSentEvent => ({
  event: 'message',
  data: JSON.stringify(message),
})
