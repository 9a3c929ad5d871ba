import type { Person } from '../../access/index.ts'

/** Settings are their person's alone: no role reads or writes another's (S23). */
export function areOwn(viewer: Person, userId: number): boolean {
  return viewer.userId === userId
}
