// Live messages, pushed to connected clients (LIVE-*), and stored notifications (NOTIFY-*).
import type { LiveMessage, Permission } from '@polylogue/contract'
import type { ItemType } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { openOwnChanges } from './changes.ts'
import { Connections } from './connections.ts'
import { entriesService, type EntriesDeps, type EntriesService } from './entries/service.ts'
import { listen } from './listeners.ts'
import { openMaking, type MakingDeps } from './making/making.ts'
import { notificationsRoutes } from './routes.ts'
import { notificationsService, type NotificationsService } from './service.ts'
import { Notifier } from './notifier.ts'

export type { FreshEntries } from './entries/service.ts'
export type { NotificationsService } from './service.ts'

export interface NotificationsFeature {
  readonly service: NotificationsService
  readonly routes: Routes
  /** Returns what is new and unread of a person, as they may see it now. */
  readonly fresh: EntriesService['fresh']
  readonly jobs: readonly JobKind<Record<string, never>>[]
  /** Sends messages to those of these users (by their contexts) who are connected here. */
  send(people: Iterable<number>, messages: readonly LiveMessage[]): void
  /** Sends messages to all who are connected here, or to those of them with a permission. */
  sendToAll(messages: readonly LiveMessage[], permission?: Permission): void
  /** Whether somebody with a permission is connected here. */
  reaches(permission: Permission): boolean
  /** Returns the users who are connected here, by their contexts. */
  people(): readonly number[]
  /** Ends all streams and stops listening. */
  close(): Promise<void>
}

/** Pushes changes of items to the connected users who may read them. Other features tell of theirs with `send`. */
export function notificationsFeature(
  deps: EntriesDeps &
    MakingDeps & {
      types: readonly ItemType[]
    },
): NotificationsFeature {
  const connections = new Connections()
  const notifier = new Notifier({ ...deps, connections })
  const leave = listen(deps.bus, notifier, deps.types)
  const changes = openOwnChanges(deps.bus, connections, deps.types)
  const entries = entriesService(deps)
  const making = openMaking(deps)
  const service = notificationsService({ ...deps, connections, notifier, changes })
  return {
    service,
    routes: notificationsRoutes(service, entries),
    fresh: entries.fresh,
    jobs: [sweepJob(entries)],
    people: () => connections.people(),
    sendToAll: (messages, permission) => connections.sendToAll(messages, permission),
    reaches: (permission) => connections.reaches(permission),
    send(people, messages) {
      for (const person of people) connections.send(person, messages)
    },
    async close() {
      leave()
      changes.close()
      notifier.close()
      connections.endAll()
      await making.close()
    },
  }
}

/** Deletes old notifications, every night. */
function sweepJob(service: Pick<EntriesService, 'sweep'>): JobKind<Record<string, never>> {
  return { name: 'notifications.sweep', cron: '53 3 * * *', run: () => service.sweep() }
}
