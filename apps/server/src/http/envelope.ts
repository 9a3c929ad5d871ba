// The reply envelope and the error form (API-2, API-3), as text.
import { isDeepStrictEqual } from 'node:util'
import { paramsOf, type Call, type Envelope, type Failure } from '@polylogue/contract'
import type { Problem } from '#problem.ts'
import type { WithMeta } from './routes.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Returns a handler's reply in the envelope, or without it for raw calls. */
export function enveloped(call: Call, reply: unknown): unknown {
  if (call.reply === 'raw') return reply
  const { data, meta } = call.meta ? (reply as WithMeta<unknown, unknown>) : { data: reply, meta: {} }
  const envelope: Envelope = { messageContent: { meta, data } }
  return envelope
}

/** Returns a handler's reply as JSON text. */
export const successText = (call: Call, reply: unknown): string => JSON.stringify(enveloped(call, reply))

/** The values that the sentence of a problem names, so that a page can say it in another language. */
function namedIn({ code, params }: Problem): { params?: Record<string, string | number> } {
  const names = paramsOf(code)
  const named = Object.entries(params).filter(([name]) => names.includes(name))
  return named.length > 0 ? { params: Object.fromEntries(named) } : {}
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
        ...namedIn(problem),
        ...(typeof problem.params['limit'] === 'number' ? { limit: problem.params['limit'] } : {}),
      },
      data: null,
    },
  }
  return JSON.stringify(failure)
}

/** Larger replies need `large` in the contract. */
const MAX_CHARACTERS = 1_000_000

/**
 * Checks a reply against the contract, field by field. For tests: keeps the API document true, and finds columns that must
 * not leave the server and large replies without a turn.
 * @throws Error naming the call
 */
export function checkReply(call: Call, text: string): void {
  const name = `The reply of ${call.method} ${call.path}`
  if (text.length > MAX_CHARACTERS && !call.large)
    throw new Error(`${name} has ${text.length} characters and is not \`large\` in the contract`)
  if (!call.data) return
  const sent: unknown = JSON.parse(text)
  const data: unknown = call.reply === 'raw' ? sent : (sent as Envelope).messageContent.data
  const described = call.data.safeParse(data)
  if (!described.success) throw new Error(`${name} does not fit: ${described.error.message}`)
  if (!isDeepStrictEqual(described.data, data))
    throw new Error(`${name} has fields that the contract does not describe`)
}

/** Passes the pieces of a reply on, and checks it at the end. For tests. */
export async function* checkedPieces(
  call: Call,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const passed: Uint8Array[] = []
  for await (const piece of pieces) yield ((passed.push(piece), piece))
  checkReply(call, Buffer.concat(passed).toString())
}
