import type { Person } from '../../access/index.ts'

/** Settings are private: no role reads or writes another user's (S23). */
export function areOwn(viewer: Person, userId: number): boolean {
  return viewer.userId === userId
}
