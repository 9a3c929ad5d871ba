import type { Viewer } from '../../access/index.ts'

/** What somebody asks is theirs alone to see: no role reads another's. */
export function isOwn(viewer: Viewer, userId: number): boolean {
  return viewer.userId === userId
}
