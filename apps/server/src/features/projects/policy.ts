import { LEVEL, type Policy } from '../../access/index.ts'

/** Shares, owner and type need admin access too: the service compares what is sent with what is stored. */
export const projectPolicy = {
  thing: 'project',
  needs: { read: LEVEL.read, update: LEVEL.write, retype: LEVEL.admin, remove: LEVEL.admin },
} as const satisfies Policy
