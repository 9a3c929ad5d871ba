import { setTimeout as sleep } from 'node:timers/promises'
import type { ProblemCode } from '@polylogue/contract'
import { Problem } from '#problem.ts'

const TRANSIENT: ReadonlySet<ProblemCode> = new Set([
  'TOO_MANY_STREAMS',
  'QUEUE_FULL',
  'SERVER_BUSY',
  'DATABASE_UNAVAILABLE',
  'DATABASE_BUSY',
  'STORAGE_UNAVAILABLE',
])
const RETRY_MS = 1_000

/** Whether a question that failed with this error is asked again. */
export function isTransient(error: unknown): boolean {
  return error instanceof Problem && TRANSIENT.has(error.code)
}

/** Waits before a retry, or until `signal`. Never rejects. */
export async function waitToRetry(signal: AbortSignal): Promise<void> {
  await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
}
