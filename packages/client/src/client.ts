import type { Callable, CallData, CallMeta, CallRequest, Route } from '@polylogue/contract'
import { API_ROOT } from '@polylogue/contract/browser'
import { ApiProblem, offline, readProblem } from './problem.ts'

export interface ClientOptions {
  /** Where the installation is: `https://chat.example.org`, or '' for the page's own origin. Without the API root. */
  baseUrl: string
  /** The access token of the moment; undefined while nobody is signed in. */
  token?: () => string | undefined
  fetch?: typeof fetch
  /**
   * Asked once when a signed-in call is refused with 401, however many calls are waiting: it renews what `token` returns.
   * The calls are repeated when it says true, and fail with the 401 when it says false.
   */
  onUnauthorized?: () => Promise<boolean>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>>
}

/** The parts of a request before they are put into an address and a body. */
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

/** The contract as typed functions. Everything fails with an ApiProblem, or with the signal's reason when aborted. */
export interface Client {
  /** Makes a call and reads its whole reply: JSON, a Blob for binary calls, text for documents. */
  call<C extends Callable>(call: C, ...rest: Arguments<C>): Promise<{ data: Data<C>; meta: CallMeta<C> }>
  /** Makes a call and returns the reply as soon as it has begun, for those that are read piece by piece. */
  open(call: Route, request: RequestParts, options?: CallOptions): Promise<Response>
}

/** A client of one installation, for browsers and Node. The token travels in the Authorization header only. */
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
    // A refused sign-in is no expired token: only what needs one is worth repeating with a new one.
    const repeatable =
      response.status === 401 && call.door === 'signed-in' && renew && !more.headers?.['authorization']
    if (!repeatable) throw await refusal(response, more.signal)
    const problem = await refusal(response, more.signal)
    const renewed = options.token?.() !== token || (await renew())
    if (!renewed) throw problem
    const repeated = await send(options, call, request, more, options.token?.())
    if (!repeated.ok) throw await refusal(repeated, more.signal)
    return repeated
  }
}

/** Whoever asks while the work is under way waits for the same result. */
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
  if (request.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(request.body)
  }
  Object.assign(headers, more.headers)
  if (more.signal) init.signal = more.signal
  const sender = options.fetch ?? fetch
  try {
    return await sender(addressOf(options.baseUrl, call, request), init)
  } catch (error) {
    throw problemOf(error, more.signal)
  }
}

/** The address of a call: its path below the API root with the parameters filled in, and the query. */
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

/** What a failed fetch or a broken body means: the caller's own abort, or that there is no connection. */
export function problemOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return error instanceof ApiProblem ? error : offline(error)
}
