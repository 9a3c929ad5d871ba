import { LEVEL, type Guarded, type Policy, type Viewer } from '../../access/index.ts'

export const tabPolicy = {
  thing: 'tab',
  needs: { list: LEVEL.read },
} as const satisfies Policy

export const messagePolicy = {
  thing: 'message',
  needs: { read: LEVEL.read, rate: LEVEL.write, removeOwn: LEVEL.write, removeOthers: LEVEL.admin },
} as const satisfies Policy

/** Whoever asked takes their own message away; that of somebody else takes admin access. */
export function removal(viewer: Viewer, message: { userId: number | null } | undefined) {
  return message?.userId === viewer.userId ? 'removeOwn' : 'removeOthers'
}

/** Whoever may write rates the answers to their own questions; the project's owner rates any. */
export function mayRate(
  viewer: Viewer,
  message: Guarded & { userId: number | null; projectOwnerId: number },
): boolean {
  return message.projectOwnerId === viewer.userId || message.userId === viewer.userId
}
