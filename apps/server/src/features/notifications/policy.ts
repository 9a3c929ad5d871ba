import type { Viewer } from '../../access/index.ts'

/** Pushed messages are one's own, whatever one's role. */
export function isOneself(viewer: Viewer, userId: number): boolean {
  return viewer.userId === userId
}
