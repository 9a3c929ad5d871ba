// Tells the owner of links that their list changed.
import { LIVE, type LiveMessage } from '@polylogue/contract'
import { openBatch } from '#platform/batch.ts'
import type { Bus } from '#platform/bus.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { NotificationsFeature } from '#features/notifications/index.ts'

const CHANGED: LiveMessage = { context: LIVE.shareLinks, uri: '/shares', contextData: {} }

export interface ListenerDeps {
  readonly bus: Pick<Bus, 'on'>
  readonly live: Pick<NotificationsFeature, 'send'>
}

export function listen({ bus, live }: ListenerDeps): () => void {
  const changed = openBatch<number>(PAUSES.lists, (people) => live.send(new Set(people), [CHANGED]))
  const left = [
    bus.on('shares.changed', ({ ownerContextId }) => changed.add([ownerContextId])),
    changed.close,
  ]
  return () => left.forEach((leave) => leave())
}
