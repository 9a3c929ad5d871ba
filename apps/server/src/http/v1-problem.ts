// Errors in the form of OpenAI's API: {error: {message, type, param, code}}.
import type { ProblemCode } from '@polylogue/contract'
import type { Problem } from '#problem.ts'

/** The OpenAI error of a problem. `message` replaces a sentence that mentions the product's pages. */
interface OpenAiError {
  readonly status?: number
  readonly type?: string
  readonly code?: string
  readonly param?: string
  readonly message?: string
}

const INVALID = 'invalid_request_error'
const LIMITED = { type: 'rate_limit_error', code: 'rate_limit_exceeded' } as const
const KEY = { type: INVALID, code: 'invalid_api_key' } as const
/** 400 instead of 409, which the official clients retry. */
const NOT_SERVED = { status: 400, type: INVALID, param: 'model', code: 'model_not_available' } as const

const OVERRIDES: Partial<Record<ProblemCode, OpenAiError>> = {
  TOKEN_INVALID: {
    ...KEY,
    message: 'The API key is missing or not valid. Send one as “Authorization: Bearer plg_…”.',
  },
  TOKEN_EXPIRED: { ...KEY, message: 'The API key has expired. Create a new one.' },
  NO_SUCH_CALL: { type: INVALID, code: 'unknown_url' },
  MODEL_NOT_DEPLOYED: NOT_SERVED,
  MODEL_UNAVAILABLE: NOT_SERVED,
  TOO_MANY_ATTEMPTS: LIMITED,
  TOO_MANY_STREAMS: LIMITED,
  QUEUE_FULL: LIMITED,
  ENGINE_RATE_LIMITED: LIMITED,
  // A client error: the input does not fit the model, and a retry would not help.
  ENGINE_CONTEXT_OVERFLOW: {
    status: 400,
    type: INVALID,
    param: 'messages',
    code: 'context_length_exceeded',
    message: 'The conversation is longer than the model’s context. Shorten it.',
  },
  ENGINE_REFUSED: { status: 400, type: INVALID, code: 'refused_by_model_server' },
}

/** Part of the sentences about stored text; /v1 stores nothing. */
const KEPT = ' The text so far is kept.'

/** Returns the HTTP status of a problem at /v1. */
export function v1Status(problem: Problem): number {
  return OVERRIDES[problem.code]?.status ?? problem.status
}

/** The fields of an OpenAI error. */
export interface V1Failure {
  readonly message: string
  readonly type: string
  /** The invalid field, if there is one. */
  readonly param: string | null
  readonly code: string
}

/** Returns a problem as JSON text in OpenAI's error form, for a call of that URL. */
export function v1ErrorText(problem: Problem, url: string): string {
  return JSON.stringify({ error: v1Failure(problem, url) })
}

/** Returns a problem in OpenAI's error form, for a call of that URL. */
export function v1Failure(problem: Problem, url: string): V1Failure {
  const override = OVERRIDES[problem.code] ?? {}
  const isModel = problem.code === 'NOT_FOUND' && problem.params['thing'] === 'model'
  const status = v1Status(problem)
  // The `messages` of a chat completion are the `input` of a response.
  const paramName =
    override.param === 'messages' && url.startsWith('/v1/responses') ? 'input' : override.param
  return {
    message: override.message ?? problem.message.replace(KEPT, ''),
    type: override.type ?? typeOf(status),
    param: paramName ?? (isModel ? 'model' : (problem.issues?.[0]?.path ?? null)),
    code: override.code ?? (isModel ? 'model_not_found' : problem.code.toLowerCase()),
  }
}

function typeOf(status: number): string {
  if (status === 403) return 'permission_error'
  return status < 500 ? INVALID : 'server_error'
}
