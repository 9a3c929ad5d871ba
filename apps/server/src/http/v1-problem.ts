// A failure in the form that programs written for OpenAI's API read: {error: {message, type, param, code}}.
import type { ProblemCode } from '@polylogue/contract'
import type { Problem } from '../problem.ts'

/** What a failure is at this door. `message` stands in place of the sentence for people where that speaks of the product's pages. */
interface Told {
  readonly status?: number
  readonly type?: string
  readonly code?: string
  readonly param?: string
  readonly message?: string
}

const INVALID = 'invalid_request_error'
const LIMITED = { type: 'rate_limit_error', code: 'rate_limit_exceeded' } as const
const KEY = { type: INVALID, code: 'invalid_api_key' } as const
/** 400 and not 409, which the official clients would try again. */
const NOT_SERVED = { status: 400, type: INVALID, param: 'model', code: 'model_not_available' } as const

const TOLD: Partial<Record<ProblemCode, Told>> = {
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
  // What the caller sent does not fit the model: trying again would not help, so it is no fault of a server.
  ENGINE_CONTEXT_OVERFLOW: {
    status: 400,
    type: INVALID,
    param: 'messages',
    code: 'context_length_exceeded',
    message: 'The conversation is longer than the model’s context. Shorten it.',
  },
  ENGINE_REFUSED: { status: 400, type: INVALID, code: 'refused_by_model_server' },
}

/** What sentences for people say of text that is stored; nothing that came by this door is. */
const KEPT = ' The text so far is kept.'

/** The HTTP status of a problem at this door. */
export function v1Status(problem: Problem): number {
  return TOLD[problem.code]?.status ?? problem.status
}

/** What an error says in OpenAI's form. */
export interface V1Failure {
  readonly message: string
  readonly type: string
  /** The field that does not fit, where one is at fault. */
  readonly param: string | null
  readonly code: string
}

/** A problem as JSON text in OpenAI's error form, of the call at an address. */
export function v1ErrorText(problem: Problem, url: string): string {
  return JSON.stringify({ error: v1Failure(problem, url) })
}

/** A problem as OpenAI's error form tells it, of the call at an address. */
export function v1Failure(problem: Problem, url: string): V1Failure {
  const told = TOLD[problem.code] ?? {}
  const isModel = problem.code === 'NOT_FOUND' && problem.params['thing'] === 'model'
  const status = v1Status(problem)
  // What a chat completion calls messages is the input of a response.
  const toldParam = told.param === 'messages' && url.startsWith('/v1/responses') ? 'input' : told.param
  return {
    message: told.message ?? problem.message.replace(KEPT, ''),
    type: told.type ?? typeOf(status),
    param: toldParam ?? (isModel ? 'model' : (problem.issues?.[0]?.path ?? null)),
    code: told.code ?? (isModel ? 'model_not_found' : problem.code.toLowerCase()),
  }
}

function typeOf(status: number): string {
  if (status === 403) return 'permission_error'
  return status < 500 ? INVALID : 'server_error'
}
