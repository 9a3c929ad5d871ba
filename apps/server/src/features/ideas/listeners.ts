// Pushes changes of prompt ideas to all users. The message names no idea: those of other tenants are not theirs to know.
import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import { openBatch } from '#platform/batch.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { NotificationsFeature } from '#features/notifications/index.ts'

const CHANGED: LiveMessage = { context: LIVE.ideas, uri: '/ideas', contextData: {} }

export interface ListenerDeps {
  readonly bus: Pick<Bus, 'on'>
  /** How to reach the connected users. */
  readonly live: Pick<NotificationsFeature, 'sendToAll'>
}

/** Tells all users of changes until the returned function is called. */
export function listen({ bus, live }: ListenerDeps): () => void {
  const changed = openBatch(PAUSES.lists, () => live.sendToAll([CHANGED]))
  const left = [bus.on('ideas.changed', () => changed.add([CHANGED])), changed.close]
  return () => left.forEach((leave) => leave())
}
