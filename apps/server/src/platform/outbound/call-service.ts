// One call of a configured service that answers in JSON.
import { readBody } from './read-body.ts'
import type { TrustedClient, TrustedRequest } from './trusted.ts'

/** Limits of one call: the whole time, and bytes of the response. */
const TOTAL_MS = 5_000
const BODY_LIMIT = 2_000_000

/** The service answered with another status than success; redirects are not followed. */
export class WrongStatus extends Error {
  override readonly name = 'WrongStatus'
  readonly status: number
  /** Logged with the error. */
  readonly code: string

  constructor(status: number) {
    super(`The service answered ${status}`)
    this.status = status
    this.code = String(status)
  }
}

/**
 * Makes one call within 5 seconds and 2 MB, and returns the reply as `reply` parses it. Rejects with WrongStatus, or when the
 * reply is too large, too late or not valid.
 */
export async function callService<Reply>(
  client: TrustedClient,
  request: TrustedRequest,
  reply: { parse(value: unknown): Reply },
): Promise<Reply> {
  const signal = AbortSignal.timeout(TOTAL_MS)
  const headers = { accept: 'application/json', ...(request.body && { 'content-type': 'application/json' }) }
  const { status, body } = await client.request({ ...request, headers, signal })
  if (status < 200 || status >= 300) {
    body.destroy()
    throw new WrongStatus(status)
  }
  const bytes = await readBody(body, BODY_LIMIT)
  return reply.parse(bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8')))
}
