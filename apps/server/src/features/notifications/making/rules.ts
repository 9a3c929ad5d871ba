// Whom an event concerns, and what they are told. Pure.
import type { Told } from './step.ts'

const ACCESS = ['read', 'write', 'admin'] as const

/** Returns what somebody is told who joined a group or left it; undefined if they are in it as before. */
export function toldOfMembership(userId: number, before: boolean, after: boolean): Told | undefined {
  if (before === after) return undefined
  return { userId, kind: after ? 'groupJoined' : 'groupLeft', data: {} }
}

/** Returns what somebody is told of a change of their level on an item; undefined if it stays the same. */
export function toldOfAccess(userId: number, before: number, after: number): Told | undefined {
  if (before === after) return undefined
  const access = ACCESS[after - 1]
  if (!access) return { userId, kind: 'accessEnded', data: {} }
  return { userId, kind: before === 0 ? 'shared' : 'accessChanged', data: { access } }
}
