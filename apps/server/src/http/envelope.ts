// The reply envelope and the error form (reading 1), as text.
import { isDeepStrictEqual } from 'node:util'
import type { Call, Envelope, Failure } from '@polylogue/contract'
import type { Problem } from '../problem.ts'
import type { WithMeta } from './routes.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns a handler's reply as JSON text: in the envelope, or without it for raw calls. */
export function successText(call: Call, reply: unknown): string {
  if (call.reply === 'raw') return JSON.stringify(reply)
  const { data, meta } = call.meta ? (reply as WithMeta<unknown, unknown>) : { data: reply, meta: {} }
  const envelope: Envelope = { messageContent: { meta, data } }
  return JSON.stringify(envelope)
}

/** Returns a problem as JSON text. */
export function failureText(problem: Problem, requestId: string): string {
  const failure: Failure = {
    errorCode: problem.code,
    errorMessage: problem.message,
    messageContent: {
      meta: {
        requestId,
        ...(problem.issues ? { issues: [...problem.issues] } : {}),
        ...(typeof problem.params['limit'] === 'number' ? { limit: problem.params['limit'] } : {}),
      },
      data: null,
    },
  }
  return JSON.stringify(failure)
}

/**
 * Checks a reply against the contract, field by field. For tests: keeps the API document true and finds columns that must
 * not leave the server.
 * @throws Error naming the call
 */
export function checkReply(call: Call, reply: unknown): void {
  if (!call.data) return
  const data: unknown = call.meta ? (reply as WithMeta<unknown, unknown>).data : reply
  const sent: unknown = JSON.parse(JSON.stringify(data))
  const described = call.data.safeParse(sent)
  if (!described.success)
    throw new Error(`The reply of ${call.method} ${call.path} does not fit: ${described.error.message}`)
  if (!isDeepStrictEqual(described.data, sent))
    throw new Error(`The reply of ${call.method} ${call.path} has fields that the contract does not describe`)
}
