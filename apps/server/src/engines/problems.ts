import { Problem } from '#problem.ts'
import type { EngineError } from './engine.ts'

/** Default for Retry-After, in seconds, if the engine does not report how long it will be busy. */
const DEFAULT_WAIT_S = 30

/**
 * Returns the message for users. It names the provider and the model, never the engine's address, key or answer; of a
 * refused request the sanitised reason (ENGINE-5). The caller logs the EngineError and shows the reason of other failures.
 */
export function engineProblem(
  error: EngineError,
  about: { readonly provider: string; readonly model: string },
): Problem {
  const { provider, model } = about
  const cause = error
  switch (error.code) {
    case 'unreachable':
      return new Problem('ENGINE_UNREACHABLE', { provider }, { cause })
    case 'auth':
      return new Problem('ENGINE_AUTH', { provider }, { cause })
    case 'not-found':
      return new Problem('ENGINE_MODEL_MISSING', { provider, model }, { cause })
    case 'busy':
    case 'rate-limited': {
      const code = error.code === 'busy' ? 'ENGINE_BUSY' : 'ENGINE_RATE_LIMITED'
      const seconds =
        error.retryAfterMs === undefined ? DEFAULT_WAIT_S : Math.max(1, Math.ceil(error.retryAfterMs / 1000))
      return new Problem(code, { provider, seconds }, { cause, retryAfter: seconds })
    }
    case 'bad-request':
      return new Problem('ENGINE_REFUSED', { provider, reason: error.reason ?? 'no reason given' }, { cause })
    case 'context-overflow':
      return new Problem('ENGINE_CONTEXT_OVERFLOW', { model }, { cause })
    case 'broken-stream':
      return new Problem('ENGINE_BROKEN_STREAM', { provider }, { cause })
    case 'timeout':
      return new Problem(
        'ENGINE_TIMEOUT',
        { model, seconds: Math.round((error.waitedMs ?? 0) / 1000) },
        { cause },
      )
    case 'out-of-memory':
      return new Problem('ENGINE_OUT_OF_MEMORY', {}, { cause })
    case 'crashed':
    case 'internal':
      return new Problem('ENGINE_FAILED', { provider }, { cause })
  }
}
