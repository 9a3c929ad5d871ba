// Live messages, pushed to connected clients (shell specification, sections 3 and 4; reading 8).
import type { LiveMessage } from '@polylogue/contract'
import type { ItemType } from '../../access/items/index.ts'
import type { Routes } from '../../http/routes.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { Connections } from './connections.ts'
import { listen } from './listeners.ts'
import { tellModels, type ModelsTellerGiven } from './models-teller.ts'
import { notificationsRoutes } from './routes.ts'
import { notificationsService, type NotificationsService } from './service.ts'
import { Teller } from './teller.ts'

export type { NotificationsService } from './service.ts'

export interface NotificationsFeature {
  readonly service: NotificationsService
  readonly routes: Routes
  /** Sends messages to those of these users (by their contexts) who are connected here. */
  tell(people: Iterable<number>, messages: readonly LiveMessage[]): void
  /** Ends all streams and stops listening. */
  close(): void
}

/** Pushes changes of items to the connected users who may read them, and changes of models to all. */
export function notificationsFeature(given: {
  db: Pick<Database, 'orm' | 'problemOf'>
  bus: Pick<Bus, 'on' | 'onGap'>
  log: Log
  models: ModelsTellerGiven['models']
  types: readonly ItemType[]
}): NotificationsFeature {
  const connections = new Connections()
  const teller = new Teller({ ...given, connections })
  const left = [listen(given.bus, teller, given.types), tellModels({ ...given, connections })]
  const service = notificationsService({ ...given, connections })
  return {
    service,
    routes: notificationsRoutes(service),
    tell(people, messages) {
      for (const person of people) connections.tell(person, messages)
    },
    close() {
      left.forEach((leave) => leave())
      teller.close()
      connections.endAll()
    },
  }
}
