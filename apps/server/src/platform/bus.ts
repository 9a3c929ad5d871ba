import { sql, type SQL } from 'drizzle-orm'
import type { SystemEvent, SystemEventOf, SystemEventType } from '#events.ts'
import type { Log } from './log.ts'

const CHANNEL = 'polylogue'

/** Something that executes a statement: the drizzle handle, or a transaction, whose commit sends the event. */
interface Runner {
  execute(query: SQL): Promise<unknown>
}

interface Listening {
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
}

/**
 * Events between features and processes, over NOTIFY and LISTEN. In a transaction an event is sent on commit, and never
 * after a rollback. Events may be missed while a process has no database connection.
 */
export interface Bus {
  publish(runner: Runner, event: SystemEvent): Promise<void>
  /** Publishes several events, in their order, with one statement. */
  publishAll(runner: Runner, events: readonly SystemEvent[]): Promise<void>
  /**
   * Subscribes to one type of event; returns the unsubscribe function. Handlers must not throw, and handle their own async
   * errors.
   */
  on<Type extends SystemEventType>(type: Type, handler: (event: SystemEventOf<Type>) => void): () => void
  /** Calls `handler` when events may have been missed; returns the unsubscribe function. */
  onGap(handler: () => void): () => void
  close(): Promise<void>
}

/**
 * Returns a SQL expression that sends an event for every row it is evaluated for, when the transaction commits. `fields` are
 * SQL expressions.
 */
export function publishing<Type extends SystemEventType>(
  type: Type,
  fields: Readonly<Record<Exclude<keyof SystemEventOf<Type>, 'type'>, string>>,
): string {
  const pairs = Object.entries<string>(fields).map(([name, value]) => `, '${name}', ${value}`)
  return `pg_notify('${CHANNEL}', json_build_object('type', '${type}'${pairs.join('')})::text)`
}

/** Opens the bus with one LISTEN connection per process. */
export async function openBus(options: { db: Listening; log: Log }): Promise<Bus> {
  const handlers = new Map<SystemEventType, Set<(event: never) => void>>()
  const gapHandlers = new Set<() => void>()
  const onPayload = (payload: string) => {
    const event = JSON.parse(payload) as SystemEvent
    for (const handler of handlers.get(event.type) ?? []) {
      try {
        handler(event as never)
      } catch (error) {
        options.log.error({ err: error, event: event.type }, 'an event handler failed')
      }
    }
  }
  const stop = await options.db.listen(CHANNEL, onPayload, () => gapHandlers.forEach((handler) => handler()))
  return {
    async publish(runner, event) {
      await runner.execute(sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(event)})`)
    },
    async publishAll(runner, events) {
      if (events.length === 0) return
      const payloads = events.map((event) => JSON.stringify(event))
      await runner.execute(
        sql`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${sql.param(payloads)}::text[]) AS payload`,
      )
    },
    on(type, handler) {
      const set = handlers.get(type) ?? new Set()
      handlers.set(type, set)
      set.add(handler as (event: never) => void)
      return () => set.delete(handler as (event: never) => void)
    },
    onGap(handler) {
      gapHandlers.add(handler)
      return () => gapHandlers.delete(handler)
    },
    close: stop,
  }
}
