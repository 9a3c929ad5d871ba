// Tells the connected pages of people that their stored notifications changed.
import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { Bus } from '#platform/bus.ts'
import type { Connections } from './connections.ts'
import { Recent } from './recent.ts'

const CHANGED: LiveMessage = { context: LIVE.notifications, uri: '/notifications', contextData: {} }

export interface EntryChanges {
  /** Returns what a person would have been sent since a time of `performance.now()`; undefined if that is not known. */
  missed(person: number, since: number): LiveMessage[] | undefined
  close(): void
}

export function openEntryChanges(bus: Pick<Bus, 'on' | 'onGap'>, connections: Connections): EntryChanges {
  const recent = new Recent<readonly number[]>()
  const left = [
    bus.on('notifications.changed', ({ people }) => {
      recent.add(people)
      for (const person of people) connections.send(person, [CHANGED])
    }),
    bus.onGap(() => recent.forget()),
  ]
  return {
    missed(person, since) {
      const changed = recent.since(since)
      return changed && (changed.some((people) => people.includes(person)) ? [CHANGED] : [])
    },
    close: () => left.forEach((leave) => leave()),
  }
}
