import { sql, type SQL } from 'drizzle-orm'
import type { SystemEvent, SystemEventOf, SystemEventType } from '../../events.ts'
import type { Log } from '../log.ts'

const CHANNEL = 'polylogue'

/** Anything that runs a statement: the database's drizzle handle, or a transaction, whose end then sends the event. */
interface Runner {
  execute(query: SQL): Promise<unknown>
}

interface Listening {
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
}

/**
 * Events between the parts of the system and between its processes, over NOTIFY and LISTEN. In a transaction an event is
 * sent when it commits and never when it does not. An event may be missed while a process is cut off from its database.
 */
export interface Bus {
  publish(runner: Runner, event: SystemEvent): Promise<void>
  /** Hears one type of event until the returned function is called. Handlers must not throw; what they start is theirs. */
  on<Type extends SystemEventType>(type: Type, handler: (event: SystemEventOf<Type>) => void): () => void
  close(): Promise<void>
}

/** Opens the bus: each process listens once. */
export async function openBus(given: { db: Listening; log: Log }): Promise<Bus> {
  const handlers = new Map<SystemEventType, Set<(event: never) => void>>()
  const stop = await given.db.listen(CHANNEL, (payload) => {
    const event = JSON.parse(payload) as SystemEvent
    for (const handler of handlers.get(event.type) ?? []) {
      try {
        handler(event as never)
      } catch (error) {
        given.log.error({ err: error, event: event.type }, 'an event handler failed')
      }
    }
  })
  return {
    async publish(runner, event) {
      await runner.execute(sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(event)})`)
    },
    on(type, handler) {
      const set = handlers.get(type) ?? new Set()
      handlers.set(type, set)
      set.add(handler as (event: never) => void)
      return () => set.delete(handler as (event: never) => void)
    },
    close: stop,
  }
}
