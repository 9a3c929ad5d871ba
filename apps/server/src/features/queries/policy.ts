import type { MessageCan } from '@polylogue/contract'
import { allows, LEVEL, type Guarded, type Policy, type Person } from '../../access/index.ts'

export const tabPolicy = {
  thing: 'tab',
  needs: { list: LEVEL.read },
} as const satisfies Policy

export const messagePolicy = {
  thing: 'message',
  needs: {
    read: LEVEL.read,
    rate: LEVEL.write,
    removeOwn: LEVEL.write,
    removeOthers: LEVEL.admin,
    stopOwn: LEVEL.write,
    stopOthers: LEVEL.admin,
  },
} as const satisfies Policy

/** Whoever asked takes their own message away; that of somebody else takes admin access. */
export function removal(viewer: Person, message: { userId: number | null } | undefined) {
  return message?.userId === viewer.userId ? 'removeOwn' : 'removeOthers'
}

/** Whoever asked stops the answer; that to somebody else takes admin access. */
export function stopping(viewer: Person, message: { userId: number | null } | undefined) {
  return message?.userId === viewer.userId ? 'stopOwn' : 'stopOthers'
}

/** Whoever may write rates the answers to their own questions; the project's owner rates any. */
export function mayRate(
  viewer: Person,
  message: Guarded & { userId: number | null; projectOwnerId: number },
): boolean {
  return message.projectOwnerId === viewer.userId || message.userId === viewer.userId
}

/** Where a message stands, for whoever asks. */
export interface Standing extends Guarded {
  readonly projectOwnerId: number
}

/** What the viewer may do with a message, so that a page offers nothing else. */
export function canOf(viewer: Person, standing: Standing, message: { userId: number | null }): MessageCan {
  const guarded = { ...standing, userId: message.userId }
  return {
    rate: allows(messagePolicy, 'rate', standing.level) && mayRate(viewer, guarded),
    remove: allows(messagePolicy, removal(viewer, message), standing.level),
    stop: allows(messagePolicy, stopping(viewer, message), standing.level),
  }
}

/** What may be done with a message that is told to nobody in particular. */
export const CAN_NOTHING: MessageCan = { rate: false, remove: false, stop: false }
