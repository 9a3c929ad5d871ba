import { LEVEL, type Policy, type Person } from '../../access/index.ts'

/** Shares, owner and type need admin access too: the service compares what is sent with what is stored. */
export const projectPolicy = {
  thing: 'project',
  needs: { read: LEVEL.read, update: LEVEL.write, retype: LEVEL.admin, remove: LEVEL.admin },
} as const satisfies Policy

/** Lists of projects are one's own: administration is about accounts, not about chats (reading 3). */
export function isOneself(viewer: Person, userId: number): boolean {
  return viewer.userId === userId
}
