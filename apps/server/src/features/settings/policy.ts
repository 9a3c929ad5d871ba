import type { Viewer } from '../../access/index.ts'

/** Settings are their person's alone: no role reads or writes another's (S23). */
export function areOwn(viewer: Viewer, userId: number): boolean {
  return viewer.userId === userId
}
