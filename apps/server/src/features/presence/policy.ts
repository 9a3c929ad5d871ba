import { LEVEL, type Policy } from '../../access/index.ts'

/** A user who may read a project sees the other readers and is seen by them. */
export const presencePolicy = {
  thing: 'project',
  needs: { read: LEVEL.read },
} as const satisfies Policy
