import type { Person } from '../../access/index.ts'

/** What somebody asks is theirs alone to see: no role reads another's. */
export function isOwn(viewer: Person, userId: number): boolean {
  return viewer.userId === userId
}
