// Downloads data too large for memory as a stream. Every hop is guarded as for a page.
import type { Readable } from 'node:stream'
import { Client } from 'undici'
import { parsePublicUrl, parseRedirect, type MayUse } from './public-url.ts'
import { guardedClient, OutboundRefused, type PublicDeps } from './public.ts'

const MAX_REDIRECTS = 5
/** Redirects of large-file stores contain long signatures. */
const LONGEST_REDIRECT = 8_192

export interface DownloadOptions {
  /** Sent on every hop, so they must not contain a key. */
  readonly headers?: Readonly<Record<string, string>>
  /** The timeout in milliseconds for the response head, and between two chunks. */
  readonly idleMs: number
  /** The URL comes from the configuration: its own origin may be private, redirect targets may not. */
  readonly trusted?: boolean
  readonly signal: AbortSignal
}

export interface Download {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As sent: not decompressed, of any length. Errors on a timeout between chunks. */
  readonly body: Readable
  /** Closes the connection, even when the body is not fully read. */
  close(): Promise<void>
}

/** Follows redirects from a URL to a response. Throws OutboundRefused or the signal's reason. */
export async function openDownload(
  deps: PublicDeps,
  text: string,
  options: DownloadOptions,
): Promise<Download> {
  const { signal } = options
  const own = options.trusted ? configuredUrl(text) : undefined
  try {
    let url = own ?? parsePublicUrl(text, deps.guard.mayUse)
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      if (!url) throw new OutboundRefused('The address is malformed or of a kind that is not fetched')
      const answer = await visit(deps, url, url.origin === own?.origin, options)
      const { location } = answer.headers
      const isRedirect = answer.status >= 300 && answer.status < 400 && typeof location === 'string'
      if (!isRedirect) return answer
      await answer.close()
      url = nextStop(location, { from: url, own, mayUse: deps.guard.mayUse })
    }
    throw new OutboundRefused('Too many redirects')
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof OutboundRefused) deps.log.info({ reason: error.cause }, 'a download was refused')
    throw error
  }
}

/** Allows any URL within the configured origin, otherwise applies the public rules. */
function nextStop(
  location: string,
  { from, own, mayUse }: { from: URL; own: URL | undefined; mayUse: MayUse },
): URL | undefined {
  const next = URL.parse(location, from.href)
  return next && next.origin === own?.origin ? next : parseRedirect(location, from, mayUse, LONGEST_REDIRECT)
}

/** The configuration is checked at start; invalid URLs are refused here as well. */
function configuredUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}

async function visit(
  deps: PublicDeps,
  url: URL,
  isOwn: boolean,
  { headers, idleMs, signal }: DownloadOptions,
): Promise<Download> {
  const client = isOwn
    ? new Client(url.origin, {
        allowH2: false,
        pipelining: 1,
        connect: { timeout: idleMs },
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
      })
    : await guardedClient(deps, url, idleMs, signal)
  try {
    const response = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { 'user-agent': deps.userAgent, accept: '*/*', 'accept-encoding': 'identity', ...headers },
      signal,
    })
    // A body that is left early is ended by destroying the client; that is not an error.
    response.body.on('error', () => undefined)
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      close: () => client.destroy(),
    }
  } catch (error) {
    await client.destroy()
    throw new OutboundRefused('No answer', error)
  }
}
