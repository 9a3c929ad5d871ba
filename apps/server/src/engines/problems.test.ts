import { expect, test } from 'vitest'
import { EngineError, type EngineErrorCode } from './engine.ts'
import { engineProblem } from './problems.ts'

const about = { provider: 'Workshop', model: 'llama3.2:3b' }
const SECRET = 'http://10.0.0.5:8000 sk-secret'

test.each<[EngineErrorCode, string, string]>([
  ['unreachable', 'ENGINE_UNREACHABLE', 'Workshop'],
  ['auth', 'ENGINE_AUTH', 'Workshop'],
  ['not-found', 'ENGINE_MODEL_MISSING', 'llama3.2:3b'],
  ['busy', 'ENGINE_BUSY', '7 seconds'],
  ['rate-limited', 'ENGINE_RATE_LIMITED', '7 seconds'],
  ['bad-request', 'ENGINE_REFUSED', 'top_k is unknown'],
  ['context-overflow', 'ENGINE_CONTEXT_OVERFLOW', 'llama3.2:3b'],
  ['broken-stream', 'ENGINE_BROKEN_STREAM', 'Workshop'],
  ['timeout', 'ENGINE_TIMEOUT', '60 seconds'],
  ['out-of-memory', 'ENGINE_OUT_OF_MEMORY', 'memory'],
  ['crashed', 'ENGINE_FAILED', 'Workshop'],
  ['internal', 'ENGINE_FAILED', 'Workshop'],
])('%s becomes %s with the needed detail and without secrets', (code, problemCode, words) => {
  const error = new EngineError(code, SECRET, {
    retryAfterMs: 6_200,
    waitedMs: 60_000,
    reason: 'top_k is unknown',
  })
  const problem = engineProblem(error, about)
  expect(problem.code).toBe(problemCode)
  expect(problem.message).toContain(words)
  expect(problem.message).not.toMatch(/10\.0|sk-/)
  expect(problem.cause).toBe(error)
})
