import type { Callable, CallData, CallMeta, CallRequest, Route } from '@polylogue/contract'
import { admits, API_ROOT } from '@polylogue/contract/browser'
import { ApiProblem, offline, readProblem } from './problem.ts'

export interface ClientOptions {
  /** URL of the installation: `https://chat.example.org`, or '' for the page's own origin. Without the API root. */
  baseUrl: string
  /** Returns the current access token; undefined while nobody is signed in. */
  token?: () => string | undefined
  fetch?: typeof fetch
  /**
   * Called once when signed-in calls are refused with 401, however many are waiting; should renew what `token` returns. The
   * calls are retried when it resolves with true, and fail with the 401 when it resolves with false.
   */
  onUnauthorized?: () => Promise<boolean>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>>
  /** Whether the request outlives the page that sends it. Browsers allow 64 kB of such bodies at a time. */
  keepalive?: boolean
}

/** The parts of a request from which address and body are built. */
export interface RequestParts {
  params?: unknown
  query?: unknown
  body?: unknown
}

type Data<C extends Callable> = C['reply'] extends 'binary'
  ? Blob
  : C['reply'] extends 'document'
    ? string
    : CallData<C>

type Arguments<C extends Callable> =
  Record<never, never> extends CallRequest<C>
    ? [request?: CallRequest<C>, options?: CallOptions]
    : [request: CallRequest<C>, options?: CallOptions]

/** The contract as typed functions. All reject with an ApiProblem, or with the signal's reason when aborted. */
export interface Client {
  /** Sends a call and reads the whole response: JSON, a Blob for binary calls, text for documents. */
  call<C extends Callable>(call: C, ...rest: Arguments<C>): Promise<{ data: Data<C>; meta: CallMeta<C> }>
  /** Sends a call and returns the response as soon as it begins, for streamed calls. */
  open(call: Route, request: RequestParts, options?: CallOptions): Promise<Response>
}

/** Creates a client of one installation, for browsers and Node. The token is sent in the Authorization header only. */
export function createClient(options: ClientOptions): Client {
  const open = opener(options)
  return {
    open,
    async call<C extends Callable>(call: C, ...rest: Arguments<C>) {
      const [request = {}, more = {}] = rest as [RequestParts?, CallOptions?]
      const response = await open(call, request, more)
      try {
        return (await readReply(call, response)) as { data: Data<C>; meta: CallMeta<C> }
      } catch (error) {
        throw problemOf(error, more.signal)
      }
    },
  }
}

function opener(options: ClientOptions): Client['open'] {
  const renew = once(options.onUnauthorized)
  return async (call, request, more = {}) => {
    const token = options.token?.()
    const response = await send(options, call, request, more, token)
    if (response.ok) return response
    // A 401 from the sign-in call does not mean an expired token: only calls that need a session are retried with a new one.
    const repeatable =
      response.status === 401 && admits(call, 'signed-in') && renew && !more.headers?.['authorization']
    if (!repeatable) throw await refusal(response, more.signal)
    const problem = await refusal(response, more.signal)
    const renewed = options.token?.() !== token || (await renew())
    if (!renewed) throw problem
    const repeated = await send(options, call, request, more, options.token?.())
    if (!repeated.ok) throw await refusal(repeated, more.signal)
    return repeated
  }
}

/** Concurrent callers share the same pending result. */
function once(work: (() => Promise<boolean>) | undefined): (() => Promise<boolean>) | undefined {
  if (!work) return undefined
  let running: Promise<boolean> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

async function send(
  options: ClientOptions,
  call: Route,
  request: RequestParts,
  more: CallOptions,
  token: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest' }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  const init: RequestInit = { method: call.method, headers, cache: 'no-store' }
  if (request.body instanceof Uint8Array) {
    headers['content-type'] = 'application/octet-stream'
    init.body = request.body as Uint8Array<ArrayBuffer>
  } else if (request.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(request.body)
  }
  Object.assign(headers, more.headers)
  if (more.signal) init.signal = more.signal
  if (more.keepalive) init.keepalive = true
  const sender = options.fetch ?? fetch
  try {
    return await sender(addressOf(options.baseUrl, call, request), init)
  } catch (error) {
    throw problemOf(error, more.signal)
  }
}

/** Returns the URL of a call: its path below the API root with parameters filled in, and the query. */
export function addressOf(baseUrl: string, { path }: Pick<Route, 'path'>, request: RequestParts): string {
  const params = (request.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined && value !== null) query.append(name, String(value))
  const search = query.toString()
  return `${baseUrl}${API_ROOT}/${filled}${search ? `?${search}` : ''}`
}

async function readReply(call: Route, response: Response): Promise<{ data: unknown; meta: unknown }> {
  if (call.reply === 'binary') return { data: await response.blob(), meta: undefined }
  if (call.reply === 'document') return { data: await response.text(), meta: undefined }
  const body: unknown = await response.json()
  if (call.reply === 'raw') return { data: body, meta: undefined }
  return (body as { messageContent: { data: unknown; meta: unknown } }).messageContent
}

async function refusal(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  return readProblem(response).catch((error: unknown) => problemOf(error, signal))
}

/** Maps a failed fetch or a broken body to the caller's own abort or to OFFLINE. */
export function problemOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return error instanceof ApiProblem ? error : offline(error)
}
