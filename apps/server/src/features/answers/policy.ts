import { LEVEL, type Policy } from '#access/index.ts'

/** Asking requires write access to the tab, following read access. The message itself says who may stop it. */
export const answerPolicy = {
  thing: 'message',
  needs: { ask: LEVEL.write, follow: LEVEL.read },
} as const satisfies Policy

export const tabPolicy = {
  thing: 'tab',
  needs: { ask: LEVEL.write },
} as const satisfies Policy
