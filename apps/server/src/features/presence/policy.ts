import { LEVEL, type Policy } from '../../access/index.ts'

/** Whoever may read a project may be seen reading it, and sees who else does. */
export const presencePolicy = {
  thing: 'project',
  needs: { read: LEVEL.read },
} as const satisfies Policy
