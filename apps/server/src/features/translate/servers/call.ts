// Calls a translation server and converts every failure to a Problem. Never logs or reports a body, because it may contain the text.
import { readBody, type OutboundResponse, type TrustedClient } from '#platform/outbound/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'

/** Maximum bytes of a reply, more than the translations of one request. */
const REPLY_BYTES = 4_000_000
/** Maximum bytes of an error's body that are read. */
const ERROR_BYTES = 16_384
/** Timeout for a list of languages; short, because a dialog waits for it. */
const LIST_MS = 10_000
/** Seconds until the next attempt if the server reports none. */
const WAIT_SECONDS = 30
/** Longest wait that is reported, in seconds. */
const MAX_WAIT_SECONDS = 86_400

export interface TranslationClient {
  readonly name: string
  /** Sends one request and returns its JSON. @throws Problem TRANSLATOR_…; the signal's reason */
  json(request: { path: string; body?: unknown }, signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

interface Options {
  readonly name: string
  readonly client: TrustedClient
  readonly timeoutMs: number
  readonly log: Log
  /** Returns the Problem for a refused request, by the server's message. */
  readonly refused: (sentence: string) => Problem | undefined
}

export function translationClient(options: Options): TranslationClient {
  const { name, client, log } = options
  return {
    name,
    async json(request, signal) {
      try {
        return await ask(options, request, signal)
      } catch (error) {
        signal.throwIfAborted()
        const problem = problemOf(name, error)
        log.warn(
          { translator: name, code: problem.code, cause: codeOf(error) },
          'a translation server failed',
        )
        throw problem
      }
    },
    close: () => client.close(),
  }
}

async function ask(
  { client, timeoutMs, name, refused }: Options,
  { path, body }: { path: string; body?: unknown },
  signal: AbortSignal,
): Promise<unknown> {
  const response = await client.request({
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([
      signal,
      AbortSignal.timeout(body === undefined ? Math.min(timeoutMs, LIST_MS) : timeoutMs),
    ]),
  })
  if (response.status >= 300) throw await refusal(name, response, refused)
  return JSON.parse((await readBody(response.body, REPLY_BYTES)).toString()) as unknown
}

async function refusal(
  name: string,
  response: OutboundResponse,
  refused: (sentence: string) => Problem | undefined,
): Promise<Problem> {
  const { status } = response
  if (status === 400) {
    const body = await readBody(response.body, ERROR_BYTES)
    const problem = refused(body.toString())
    if (problem) return problem
  } else response.body.destroy()
  if (status === 401 || status === 403) return new Problem('TRANSLATOR_AUTH', { provider: name })
  if (status === 456) return new Problem('TRANSLATOR_QUOTA', { provider: name })
  if (status !== 429 && status !== 503) return new Problem('TRANSLATOR_FAILED', { provider: name })
  const seconds = waitOf(response.headers['retry-after'])
  return new Problem('TRANSLATOR_BUSY', { provider: name, seconds }, { retryAfter: seconds })
}

function waitOf(header: unknown): number {
  const seconds = typeof header === 'string' ? Number(header) : Number.NaN
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(MAX_WAIT_SECONDS, Math.ceil(seconds))
    : WAIT_SECONDS
}

function problemOf(name: string, error: unknown): Problem {
  if (error instanceof Problem) return error
  const params = { provider: name }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new Problem('TRANSLATOR_TIMEOUT', params, { cause: error })
  const isNetwork = error instanceof Error && 'code' in error && !(error instanceof DOMException)
  return new Problem(isNetwork ? 'TRANSLATOR_UNREACHABLE' : 'TRANSLATOR_FAILED', params, { cause: error })
}

function codeOf(error: unknown): string {
  if (error instanceof Problem) return error.code
  return error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown'
}
