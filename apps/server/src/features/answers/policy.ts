import { LEVEL, type Policy } from '../../access/index.ts'

/** Asking writes into a tab; following reads it. Who may stop is told with the message. */
export const answerPolicy = {
  thing: 'message',
  needs: { ask: LEVEL.write, follow: LEVEL.read },
} as const satisfies Policy

export const tabPolicy = {
  thing: 'tab',
  needs: { ask: LEVEL.write },
} as const satisfies Policy
