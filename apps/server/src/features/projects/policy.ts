import { LEVEL, type Policy } from '#access/index.ts'

/** Changing shares, owner or type also needs admin access: the service compares the request with the stored values. */
export const projectPolicy = {
  thing: 'project',
  needs: { read: LEVEL.read, update: LEVEL.write, retype: LEVEL.admin, remove: LEVEL.admin },
} as const satisfies Policy
