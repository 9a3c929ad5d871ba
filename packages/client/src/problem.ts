import type { ProblemCode } from '@polylogue/contract'

/** The server's codes, and OFFLINE for a request without a response. */
export type ApiProblemCode = ProblemCode | 'OFFLINE'

/**
 * Thrown when a call fails. `status` is the HTTP status, 0 without a response; `code` is translated by the web and may be
 * unknown to this client when the server is newer; `message` is the server's own sentence.
 */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: ApiProblemCode
  /** For VALIDATION_FAILED: the path in the request and the error at that path. */
  readonly issues: readonly { path: string; message: string }[]
  /** Request id in the server's log. */
  readonly requestId: string | undefined
  /** The limit that was exceeded, for example bytes of a file. */
  readonly limit: number | undefined
  /** What the server's sentence names, for the sentence in another language. */
  readonly params: Readonly<Record<string, string | number>>
  /** Seconds to wait before a retry, where the server sent them. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: ApiProblemCode,
    message: string,
    more: {
      issues?: readonly { path: string; message: string }[]
      requestId?: string
      limit?: number
      params?: Readonly<Record<string, string | number>>
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
    this.limit = more.limit
    this.params = more.params ?? {}
    this.retryAfter = more.retryAfter
  }
}

/** Creates the error for a missing response: the network, the server or a proxy is down. */
export function offline(cause: unknown): ApiProblem {
  return new ApiProblem(0, 'OFFLINE', 'The server cannot be reached. Check the connection and try again.', {
    cause,
  })
}

interface FailureBody {
  errorCode?: unknown
  errorMessage?: unknown
  messageContent?: {
    meta?: {
      requestId?: string
      issues?: { path: string; message: string }[]
      limit?: number
      params?: Record<string, string | number>
    }
  }
}

/** Reads an error response. A body not in the error form (a proxy's page) becomes UNEXPECTED with its status. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body = parseFailure(await response.text())
  const meta = body?.messageContent?.meta
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const more = {
    ...(meta?.issues ? { issues: meta.issues } : {}),
    ...(meta?.requestId ? { requestId: meta.requestId } : {}),
    ...(typeof meta?.limit === 'number' ? { limit: meta.limit } : {}),
    ...(meta?.params ? { params: meta.params } : {}),
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
