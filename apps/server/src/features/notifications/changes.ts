// Tells the connected pages of people what changed for them alone: their stored notifications, settings, what they archived.
import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { ItemType } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Connections } from './connections.ts'
import { Recent } from './recent.ts'

const CHANGED: LiveMessage = { context: LIVE.notifications, uri: '/notifications', contextData: {} }
const SETTINGS: LiveMessage = { context: LIVE.settings, uri: '/users/settings', contextData: {} }

export interface OwnChanges {
  /** Returns what a person would have been sent since a time of `performance.now()`; undefined if that is not known. */
  missed(person: number, since: number): LiveMessage[] | undefined
  close(): void
}

export function openOwnChanges(
  bus: Pick<Bus, 'on' | 'onGap'>,
  connections: Connections,
  types: readonly ItemType[],
): OwnChanges {
  const recent = new Recent<{
    readonly people: readonly number[]
    readonly messages: readonly LiveMessage[]
  }>()
  const tell = (people: readonly number[], messages: readonly LiveMessage[]) => {
    recent.add({ people, messages })
    connections.sendToMany(people, messages)
  }
  const left = [
    bus.on('notifications.changed', ({ people }) => tell(people, [CHANGED])),
    bus.on('settings.changed', ({ person }) => tell([person], [SETTINGS])),
    bus.on('own.changed', ({ person, noun, id }) =>
      tell([person], types.find((type) => type.noun === noun)?.live.changed(id) ?? []),
    ),
    bus.onGap(() => recent.forget()),
  ]
  return {
    missed(person, since) {
      const changed = recent.since(since)
      return changed?.flatMap(({ people, messages }) => (people.includes(person) ? messages : []))
    },
    close: () => left.forEach((leave) => leave()),
  }
}
