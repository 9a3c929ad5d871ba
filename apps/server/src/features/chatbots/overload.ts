// Failures that say nothing about a question: the server had too much to do, or went down meanwhile.
import type { ProblemCode } from '@polylogue/contract'

export const OVERLOADS = [
  'INTERRUPTED',
  'QUEUE_FULL',
  'SERVER_BUSY',
  'SHUTTING_DOWN',
  'TOO_MANY_STREAMS',
] as const satisfies readonly ProblemCode[]

const ALL: ReadonlySet<string> = new Set(OVERLOADS)

/** Whether a failed answer is none of those that editors look at. */
export const isOverload = (code: string | null): boolean => code !== null && ALL.has(code)
