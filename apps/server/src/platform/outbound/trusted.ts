// Connects to base URLs from the configuration or a super user: model servers and other services, also private ones.
import { Pool } from 'undici'
import { AnswerHandler, type OutboundResponse } from './answer-handler.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Below the 5 s after which common model servers close idle connections, so that no request hits a closing one. */
const KEEP_ALIVE_MS = 4_000

export interface TrustedOptions {
  /** http or https, with an optional path prefix for every request. No user name or password. */
  readonly baseUrl: string
  /** Sent with every request; API keys go here. */
  readonly headers?: Readonly<Record<string, string>>
  readonly connectTimeoutMs?: number
}

export interface TrustedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  /** Begins with `/` and is appended to the base URL. It cannot change the host. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Closes the connection in every phase; the call or the body then fails with the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * One base URL with its keep-alive connections, one per concurrent request. Follows no redirects and stores no cookies. The
 * connect timeout is 10 s; limit the response time by `signal`.
 */
export interface TrustedClient {
  /** The host name; only for the log and for people who manage providers. */
  readonly host: string
  /** Rejects with the network error (`code` ECONNREFUSED, UND_ERR_SOCKET …) or the signal's reason. */
  request(request: TrustedRequest): Promise<OutboundResponse>
  /** Aborts every open request and closes all connections. */
  close(): Promise<void>
}

export function openTrusted(options: TrustedOptions): TrustedClient {
  const base = trustedBase(options.baseUrl)
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '')
  const pool = new Pool(base.origin, {
    connections: null,
    pipelining: 1,
    // HTTP/2 streams share a connection's flow control: one slow reader would block the others.
    allowH2: false,
    connect: { timeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    host: base.hostname,
    request({ method = 'GET', path, headers, body, signal }) {
      return new Promise((resolve, reject) => {
        if (!path.startsWith('/')) throw new TypeError('A path begins with a slash')
        signal?.throwIfAborted()
        const request = {
          method,
          path: prefix + path,
          headers: { ...options.headers, ...headers },
          ...(body === undefined ? {} : { body }),
        }
        pool.dispatch(request, new AnswerHandler(signal, resolve, reject))
      })
    },
    close: () => pool.destroy(),
  }
}

function trustedBase(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError('A base address begins with http:// or https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('A base address holds no user name or password: keys are headers')
  }
  if (url.search !== '' || url.hash !== '')
    throw new TypeError('A base address has neither a query nor a fragment')
  return url
}
