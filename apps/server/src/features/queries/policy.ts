import type { MessageCan } from '@polylogue/contract'
import { allows, isOneself, LEVEL, type Guarded, type Policy, type Viewer } from '#access/index.ts'

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

/** Users may delete their own questions; deleting those of others requires admin access. */
export function removal(viewer: Viewer, message: { userId: number | null } | undefined) {
  return isOneself(viewer, message?.userId) ? 'removeOwn' : 'removeOthers'
}

/** Users may stop answers to their own questions; stopping others requires admin access. */
export function stopping(viewer: Viewer, message: { userId: number | null } | undefined) {
  return isOneself(viewer, message?.userId) ? 'stopOwn' : 'stopOthers'
}

/** Users may rate answers to their own questions; the project's owner may rate any. */
export function mayRate(
  viewer: Viewer,
  message: Guarded & { userId: number | null; projectOwnerId: number },
): boolean {
  return isOneself(viewer, message.projectOwnerId) || isOneself(viewer, message.userId)
}

/** The viewer's access to a message. */
export interface MessageAccess extends Guarded {
  readonly projectOwnerId: number
}

/** Returns the viewer's permissions on a message; the page offers only these actions. */
export function canOf(
  viewer: Viewer,
  standing: MessageAccess,
  message: { userId: number | null },
): MessageCan {
  const guarded = { ...standing, userId: message.userId }
  return {
    rate: allows(messagePolicy, 'rate', standing.level) && mayRate(viewer, guarded),
    remove: allows(messagePolicy, removal(viewer, message), standing.level),
    stop: allows(messagePolicy, stopping(viewer, message), standing.level),
  }
}

/** The permissions in a message that is not addressed to a certain viewer. */
export const CAN_NOTHING: MessageCan = { rate: false, remove: false, stop: false }
