// Fetches users' URLs. Every hop repeats all steps: parse → resolve → check every address → connect to a checked one → limit
// the response (OUTBOUND-*).
import { lookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { buildConnector, Client } from 'undici'
import type { Log } from '../log.ts'
import { addressBytes } from './address.ts'
import type { Guard } from './guard.ts'
import { hostAndPort, parsePublicUrl, parseRedirect } from './public-url.ts'
import { BodyTooLarge, readBody } from './read-body.ts'
import { conditionsFor, validatorsOf, type Validators } from './validators.ts'

export interface PublicLimits {
  /** Bytes after decompression. */
  readonly maxBytes: number
  /** The whole fetch including redirects. */
  readonly totalMs: number
  /** Between two chunks, and for the response head. */
  readonly idleMs: number
  /** The maximum number of redirects; 0 for none. */
  readonly redirects: number
}

export const PUBLIC_LIMITS: PublicLimits = {
  maxBytes: 10_000_000,
  totalMs: 30_000,
  idleMs: 10_000,
  redirects: 5,
}

/** A fetched page. `contentType` is the sender's claim and not verified. */
export interface PublicPage {
  /** The final URL after redirects. */
  readonly url: string
  readonly contentType: string
  /** Empty when the page is unchanged. */
  readonly body: Buffer
  readonly validators: Validators
  /** The server answered that the version of the sent validators is the current one. */
  readonly isUnchanged: boolean
}

/** Resolves all addresses of a name. A rejection means refused. */
export type Resolver = (host: string) => Promise<readonly string[]>

export const systemResolver: Resolver = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address)

/**
 * The URL was not fetched. The message is the same for every reason (malformed, forbidden, unknown, closed, filtered,
 * timeout), so that it reveals nothing about the server's network; the reason is only in `cause` and the log.
 */
export class OutboundRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super('Could not reach this address.', {
      cause: new Error(reason, cause === undefined ? undefined : { cause }),
    })
    this.name = 'OutboundRefused'
  }
}

/** A checked public server responded with something unusable. */
export class OutboundFailed extends Error {
  readonly code: 'status' | 'too-large' | 'timeout' | 'broken'
  /** The HTTP status (`status`). */
  readonly status: number | undefined

  constructor(code: OutboundFailed['code'], more: { status?: number; cause?: unknown } = {}) {
    super(`The fetch failed: ${code}`, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'OutboundFailed'
    this.code = code
    this.status = more.status
  }
}

export interface PublicDeps {
  readonly log: Log
  readonly guard: Guard
  readonly resolve: Resolver
  readonly userAgent: string
}

/** Fetches a page. Throws OutboundRefused, OutboundFailed or the signal's reason. */
export async function fetchPublic(
  deps: PublicDeps,
  text: string,
  limits: PublicLimits & { readonly known?: Validators | undefined },
  signal?: AbortSignal,
): Promise<PublicPage> {
  const timeout = AbortSignal.timeout(limits.totalMs)
  const both = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    let url = parsePublicUrl(text, deps.guard.mayUse)
    for (let hop = 0; hop <= limits.redirects; hop++) {
      if (!url) throw new OutboundRefused('The address is malformed or of a kind that is not fetched')
      const answer = await visit(deps, url, limits, both)
      if ('page' in answer) return answer.page
      url = parseRedirect(answer.location, url, deps.guard.mayUse)
    }
    throw new OutboundRefused('Too many redirects')
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof OutboundRefused) deps.log.info({ reason: error.cause }, 'outbound fetch refused')
    throw error
  }
}

type Answer = { readonly page: PublicPage } | { readonly location: string }

/** Fetches one hop on its own connection. */
async function visit(
  deps: PublicDeps,
  url: URL,
  limits: PublicLimits & { readonly known?: Validators | undefined },
  signal: AbortSignal,
): Promise<Answer> {
  const conditions = conditionsFor(url, limits.known)
  const client = await guardedClient(deps, url, limits.idleMs, signal)
  try {
    const response = await client
      .request({
        method: 'GET',
        path: url.pathname + url.search,
        headers: {
          'user-agent': deps.userAgent,
          accept: '*/*',
          'accept-encoding': 'gzip, deflate, br',
          ...conditions,
        },
        signal,
      })
      .catch((error: unknown) => {
        throw new OutboundRefused('No answer', error)
      })
    const { statusCode: status, headers } = response
    // Prevents an unhandled stream error: from here on, destroying the client ends the body quietly.
    response.body.on('error', () => undefined)
    if (status >= 300 && status < 400 && status !== 304 && typeof headers.location === 'string')
      return { location: headers.location }
    const isUnchanged = status === 304 && Object.keys(conditions).length > 0
    if (!isUnchanged && (status < 200 || status >= 300)) throw new OutboundFailed('status', { status })
    const body = isUnchanged ? Buffer.alloc(0) : await limitedBody(response.body, headers, limits, signal)
    const contentType = String(headers['content-type'] ?? '')
    return {
      page: { url: url.href, contentType, body, validators: validatorsOf(url, headers), isUnchanged },
    }
  } finally {
    await client.destroy()
  }
}

/** Returns a client for one origin that connects only to its checked addresses. */
export async function guardedClient(
  deps: Pick<PublicDeps, 'guard' | 'resolve'>,
  url: URL,
  idleMs: number,
  signal: AbortSignal,
): Promise<Client> {
  const addresses = await checkedAddresses(deps, url, signal)
  return new Client(url.origin, {
    allowH2: false,
    pipelining: 1,
    connect: checkedConnector(addresses, idleMs),
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    maxHeaderSize: 16_384,
  })
}

async function checkedAddresses(
  deps: Pick<PublicDeps, 'guard' | 'resolve'>,
  url: URL,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolveWithin(deps.resolve, host, signal)
  if (addresses.length === 0) throw new OutboundRefused('The name has no address')
  for (const address of addresses) {
    if (!deps.guard.allows(address, hostAndPort(url)))
      throw new OutboundRefused(`The name leads to ${address}`)
  }
  return addresses
}

async function resolveWithin(
  resolve: Resolver,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([resolve(host), aborted])
  } catch (error) {
    throw new OutboundRefused('The name cannot be resolved', error)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Connects only to the checked addresses without a second DNS lookup, which prevents DNS rebinding. The name is still used
 * for SNI and Host.
 */
function checkedConnector(addresses: readonly string[], timeout: number): buildConnector.connector {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  const first = entries[0]
  const connect = buildConnector({
    allowH2: false,
    timeout,
    lookup: (_host, options, callback) => {
      if (options.all) callback(null, entries)
      else callback(null, first?.address ?? '', first?.family)
    },
  })
  const checked = new Set(addresses.map(canonical))
  return (options, callback) => {
    connect(options, (...result) => {
      const [error, socket] = result
      if (error || isChecked(socket, checked)) return callback(...result)
      socket?.destroy()
      callback(new Error('Connected to an address that was not checked'), null)
    })
  }
}

function isChecked(socket: Socket | null, checked: ReadonlySet<string>): boolean {
  return socket?.remoteAddress !== undefined && checked.has(canonical(socket.remoteAddress))
}

function canonical(address: string): string {
  return (addressBytes(address) ?? []).join('.')
}

async function limitedBody(
  raw: Readable,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  limits: PublicLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > limits.maxBytes) throw new OutboundFailed('too-large')
  const body = decoded(
    raw,
    String(headers['content-encoding'] ?? '')
      .trim()
      .toLowerCase(),
  )
  try {
    return await readBody(body, limits.maxBytes)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new OutboundFailed('too-large', { cause: error })
    const late = signal.aborted || (error as NodeJS.ErrnoException).code === 'UND_ERR_BODY_TIMEOUT'
    throw new OutboundFailed(late ? 'timeout' : 'broken', { cause: error })
  }
}

function decoded(raw: Readable, encoding: string): Readable {
  if (encoding === '' || encoding === 'identity') return raw
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined
  // A double or unrequested encoding is a bomb or a mistake.
  if (!decoder) throw new OutboundFailed('broken')
  // The error appears where the decoder is read.
  return pipeline(raw, decoder, () => undefined)
}
