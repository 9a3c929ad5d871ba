// The API as a test scripts it. A reply has the type of the contract, so that a changed contract breaks the test.
import type { Callable, CallData, License, Route } from '@polylogue/contract'
import { API_ROOT, contract } from '@polylogue/contract/browser'
import { userOf } from './user.ts'

/** A request as the test sees it. */
export interface Request {
  readonly method: string
  /** Path below the API root, without the query: `users/7`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** What the server refuses with; by default as a call that does not support the method. */
interface Refusal {
  readonly status?: number
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly params?: Readonly<Record<string, string>>
}

type Answer<Data> = (request: Request) => Data | Promise<Data>

type Reply = (request: Request) => Response | Promise<Response>

interface Script {
  readonly fits: (request: Request) => boolean
  readonly reply: Reply
}

/** Answers the requests of a page as scripted. The newest script of a call counts. */
export class Server {
  /** All requests so far except reads of files. */
  readonly requests: Request[] = []
  /** Requests that no script answers: the test forgot one, and its page misses data. */
  readonly unscripted: string[] = []
  readonly #scripts: Script[] = []
  readonly #files = new Map<string, string | number>()

  /** Answers a call with this data, or with what the function returns for a request, perhaps later; `meta` beside it. */
  answer<C extends Callable>(call: C, data: CallData<C> | Answer<CallData<C>>, meta: object = {}): this {
    return this.#add(call, async (request) => {
      const known = typeof data === 'function' ? await (data as Answer<CallData<C>>)(request) : data
      return json(200, { messageContent: { data: known, meta } })
    })
  }

  /** Refuses a call; with `fits`, only some of its requests. */
  refuse(
    call: Route,
    { status = 405, errorCode, errorMessage, params }: Refusal = {},
    fits: Script['fits'] = () => true,
  ): this {
    const isCall = fitting(call)
    const reply = () =>
      json(status, {
        errorCode: errorCode ?? 'METHOD_NOT_ALLOWED',
        errorMessage: errorMessage ?? 'This call does not support the method.',
        messageContent: { meta: { requestId: 'r', ...(params ? { params } : {}) }, data: null },
      })
    this.#scripts.unshift({ fits: (request) => isCall(request) && fits(request), reply })
    return this
  }

  /** Serves a file below /static, or its status. */
  file(path: string, content: string | number): this {
    this.#files.set(`/static/${path}`, content)
    return this
  }

  /** Returns the bodies that were sent to a call, the oldest first. */
  sentTo(call: Route): unknown[] {
    const fits = fitting(call)
    return this.requests.filter(fits).map(({ body }) => body)
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(addressOf(input), 'http://page.test')
    const { method = 'GET', body, signal } = init ?? {}
    signal?.throwIfAborted()
    if (!pathname.startsWith(`${API_ROOT}/`)) return this.#fileAt(pathname)
    const request: Request = {
      method,
      path: pathname.slice(API_ROOT.length + 1),
      query: searchParams,
      body: typeof body === 'string' ? JSON.parse(body) : body,
    }
    this.requests.push(request)
    const script = this.#scripts.find(({ fits }) => fits(request))
    const reply = await (script ? script.reply(request) : this.#forgotten(request))
    signal?.throwIfAborted()
    return reply
  }

  #add(call: Route, reply: Reply): this {
    this.#scripts.unshift({ fits: fitting(call), reply })
    return this
  }

  #fileAt(pathname: string): Response {
    const content = this.#files.get(pathname) ?? 404
    return typeof content === 'number'
      ? new Response('', { status: content })
      : new Response(content, { status: 200 })
  }

  #forgotten({ method, path }: Request): Response {
    this.unscripted.push(`${method} ${path}`)
    return json(404, { errorCode: 'UNSCRIPTED', errorMessage: `No script answers ${method} ${path}.` })
  }
}

const UNLIMITED: License = { licenseType: 'unlimited', licenseEnd: null, companyName: '', expired: false }

/** Returns a server that knows the signed-in user, who has no settings or notifications, and an unlimited licence. */
export function serverOf(user = userOf()): Server {
  return new Server()
    .answer(contract.users.get, { user })
    .answer(contract.settings.list, { Settings: [] })
    .answer(contract.users.license, { License: UNLIMITED })
    .answer(contract.notifications.list, { notifications: [], unread: 0 })
    .answer(contract.publications.list, { Publications: [] })
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const addressOf = (input: RequestInfo | URL): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url

function fitting({ method, path }: Route): Script['fits'] {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return (request) => request.method === method && pattern.test(request.path)
}
