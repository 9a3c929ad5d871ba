import type { ProblemCode } from '@polylogue/contract'
import { Problem } from '#problem.ts'

/** Maps failures of engines to problems of a translation. Others, such as a full queue, stay as they are. */
const AS: Partial<Record<ProblemCode, ProblemCode>> = {
  ENGINE_UNREACHABLE: 'TRANSLATOR_UNREACHABLE',
  ENGINE_AUTH: 'TRANSLATOR_AUTH',
  ENGINE_BUSY: 'TRANSLATOR_BUSY',
  ENGINE_RATE_LIMITED: 'TRANSLATOR_BUSY',
  ENGINE_TIMEOUT: 'TRANSLATOR_TIMEOUT',
  ANSWER_TOO_SLOW: 'TRANSLATOR_TIMEOUT',
  ANSWER_TOO_LONG: 'TRANSLATION_UNFAITHFUL',
  ENGINE_MODEL_MISSING: 'TRANSLATOR_FAILED',
  ENGINE_REFUSED: 'TRANSLATOR_FAILED',
  ENGINE_CONTEXT_OVERFLOW: 'TRANSLATOR_FAILED',
  ENGINE_FAILED: 'TRANSLATOR_FAILED',
  ENGINE_BROKEN_STREAM: 'TRANSLATOR_FAILED',
  ENGINE_OUT_OF_MEMORY: 'TRANSLATOR_FAILED',
  INTERRUPTED: 'SHUTTING_DOWN',
}

/** Returns the error for the caller of a translation. */
export function problemOfModel(error: unknown, provider: string): unknown {
  if (!(error instanceof Problem)) return error
  const code = AS[error.code]
  if (code === undefined) return error
  const { seconds } = error.params
  const wait = error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }
  return new Problem(
    code,
    { provider, ...(seconds === undefined ? {} : { seconds }) },
    { ...wait, cause: error },
  )
}
