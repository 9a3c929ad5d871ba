import type { Person } from '../../access/index.ts'

/** Users see only their own usage; no role sees another's. */
export function isOwn(viewer: Person, userId: number): boolean {
  return viewer.userId === userId
}
