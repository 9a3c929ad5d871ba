import type { ProblemCode } from '@polylogue/contract'

/** The server's codes, and OFFLINE for a request that never got an answer. */
export type ApiProblemCode = ProblemCode | 'OFFLINE'

/**
 * Why a call failed. `status` is the HTTP status, 0 when no answer came; `code` is what the web translates, as the server
 * said it (a newer server may say one that this client does not know); `message` is the server's own sentence.
 */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: ApiProblemCode
  /** For VALIDATION_FAILED: where in the request, and what is wrong there. */
  readonly issues: readonly { path: string; message: string }[]
  /** What the server's log knows this failure by. */
  readonly requestId: string | undefined
  /** Seconds after which it is worth trying again, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: ApiProblemCode,
    message: string,
    more: {
      issues?: readonly { path: string; message: string }[]
      requestId?: string
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.issues = more.issues ?? []
    this.requestId = more.requestId
    this.retryAfter = more.retryAfter
  }
}

/** No answer came: the network, the server or the way between is down. */
export function offline(cause: unknown): ApiProblem {
  return new ApiProblem(0, 'OFFLINE', 'The server cannot be reached. Check the connection and try again.', {
    cause,
  })
}

interface FailureBody {
  errorCode?: unknown
  errorMessage?: unknown
  messageContent?: { meta?: { requestId?: string; issues?: { path: string; message: string }[] } }
}

/** Reads a refused reply. A body that is not in the error form (a proxy's page) becomes UNEXPECTED with its status. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body = parseFailure(await response.text())
  const meta = body?.messageContent?.meta
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const more = {
    ...(meta?.issues ? { issues: meta.issues } : {}),
    ...(meta?.requestId ? { requestId: meta.requestId } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
  }
  if (typeof body?.errorCode !== 'string')
    return new ApiProblem(response.status, 'UNEXPECTED', `The server answered ${response.status}.`, more)
  return new ApiProblem(
    response.status,
    body.errorCode as ApiProblemCode,
    typeof body.errorMessage === 'string' ? body.errorMessage : '',
    more,
  )
}

function parseFailure(text: string): FailureBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
