// Tells pages that announcements changed. The message names none: those of other tenants are not theirs to know.
import { LIVE, type LiveMessage } from '@polylogue/contract'
import { openBatch } from '#platform/batch.ts'
import type { Bus } from '#platform/bus.ts'
import { PAUSES } from '#platform/pauses.ts'
import type { NotificationsFeature } from '#features/notifications/index.ts'

const CHANGED: LiveMessage = { context: LIVE.announcements, uri: '/announcements', contextData: {} }

export interface ListenerDeps {
  readonly bus: Pick<Bus, 'on'>
  readonly live: Pick<NotificationsFeature, 'sendToAll'>
}

/** Tells everybody, or only those who manage announcements, until the returned function is called. */
export function listen({ bus, live }: ListenerDeps): () => void {
  const changed = openBatch<boolean>(PAUSES.lists, (forAll) =>
    live.sendToAll([CHANGED], forAll.includes(true) ? undefined : 'can_manage_users'),
  )
  const left = [bus.on('announcements.changed', ({ forAll }) => changed.add([forAll])), changed.close]
  return () => left.forEach((leave) => leave())
}
