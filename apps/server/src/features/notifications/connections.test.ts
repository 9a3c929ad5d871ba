import { LIVE, type LiveMessage } from '@polylogue/contract'
import { expect, test } from 'vitest'
import type { ServerSentEvent } from '#http/stream.ts'
import { Connections } from './connections.ts'

const CHANGED: LiveMessage = { context: LIVE.announcements, uri: '/announcements', contextData: { id: 1 } }

/** Connects people and returns what the first of them gets. */
function connected(count: number) {
  const connections = new Connections()
  const told: unknown[] = []
  const end = new AbortController()
  for (let person = 1; person <= count; person++) {
    const write = (events: readonly ServerSentEvent[]) => {
      if (person === 1) told.push(...events.map(({ data }) => (JSON.parse(data) as LiveMessage).contextData))
    }
    void connections.follow(person, { write, permissions: new Set(['can_manage_users']) }, end.signal)
  }
  return { connections, told, people: connections.people() }
}

test('many who are told at once are told over which time to spread what they ask for (LIVE-5)', () => {
  const { connections, told, people } = connected(500)
  connections.sendToAll([CHANGED])
  connections.sendToMany(people, [CHANGED])
  const spread = { id: 1, spreadMs: 10_000 }
  expect(told).toEqual([spread, spread])
})

test('the time is bounded', () => {
  const { connections, told } = connected(9_000)
  connections.sendToAll([CHANGED])
  expect(told).toEqual([{ id: 1, spreadMs: 60_000 }])
})

test('few are not, nor those who manage something, nor a page that hears later what it missed', () => {
  const few = connected(20)
  few.connections.sendToAll([CHANGED])
  few.connections.sendToMany(few.people, [CHANGED])
  expect(few.told).toEqual([{ id: 1 }, { id: 1 }])
  const many = connected(21)
  const since = performance.now()
  many.connections.sendToAll([CHANGED], 'can_manage_users')
  many.connections.sendToMany(many.people.slice(0, 20), [CHANGED])
  expect(many.told).toEqual([{ id: 1 }, { id: 1 }])
  many.connections.sendToAll([CHANGED])
  expect(many.connections.sentToAll(since, new Set())?.at(-1)).toEqual(CHANGED)
})
