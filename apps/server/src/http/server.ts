// The HTTP server: Fastify with this product's limits, error form, headers and log.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Call } from '@polylogue/contract'
import { isPerson, type Person } from '#access/viewer.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { memoryForRequests } from '#platform/machine-memory.ts'
import { openTurns } from '#platform/turns.ts'
import { Problem } from '#problem.ts'
import { addBodies, type BodiesDeps } from './bodies.ts'
import { addCompression } from './compression.ts'
import type { CrossOrigin } from './cross-origin.ts'
import { addTurns } from './fair-turns.ts'
import { baseHeaders } from './headers.ts'
import { knownBearers } from './known-bearers.ts'
import { rateLimit } from './limits.ts'
import { mountMetrics } from './metrics.ts'
import { mount } from './mount.ts'
import { sendProblem, type Translate } from './problems.ts'
import { openReplyRoom } from './reply-room.ts'
import { openReplyTurns } from './reply-turns.ts'
import type { PluginGate } from './plugin-gate.ts'
import type { Routes } from './routes.ts'
import { openViewers, type SessionSource, type ViewerSource } from './viewers.ts'
import { openStreams, realBeat, type Beat } from './sse.ts'
import { mountStatic, type StaticDeps } from './static.ts'
import { endUnread } from './unread.ts'
import { mountV1, type V1Calls } from './v1.ts'
import { openTextStreams } from './v1-stream.ts'

export interface HttpConfig {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Whether the server is reached by https through a proxy. */
  readonly https: boolean
  /** Whether /metrics is served to other machines. */
  readonly metrics: boolean
  readonly limits: {
    readonly bodyBytes: number
    readonly uploadBytes: number
    /** Bytes of memory for all bodies that are handled at once; the default depends on the machine's memory. */
    readonly bodyMemoryBytes?: number | undefined
    /** Per person, and per address without a sign-in. */
    readonly requestsPerMinute: number
    /** The timeout in milliseconds for a request's headers, and for a small body. */
    readonly headersMs?: number
    readonly bodyMs?: number
    /** Bytes of memory for unread replies; the default depends on the machine's memory. */
    readonly replyBytes?: number
    /** Milliseconds after which a reply that is not read is ended. */
    readonly unreadMs?: number
  }
}

export interface HttpDeps extends StaticDeps {
  readonly config: HttpConfig
  readonly routes: readonly Routes[]
  /** For tests: routes of calls that are not in the contract. */
  readonly furtherRoutes?: readonly Routes[]
  /** The handlers of /v1; without them /v1 does not exist. */
  readonly v1?: V1Calls
  readonly sessions: SessionSource
  /** The sources of other viewers. */
  readonly viewers?: readonly ViewerSource[]
  /** Which pages of other origins may make the calls that are for them; default none. */
  readonly crossOrigin?: CrossOrigin
  readonly licence: { expired(): boolean }
  /** Called when a signed-in person was refused a call, for the audit trail; must not block. */
  readonly denied?: (viewer: Person, call: Call, id: number | undefined) => void
  /** Checks calls that pages make for plugins. */
  readonly plugins?: PluginGate
  readonly log: Log
  readonly clock: Clock
  readonly registry?: Registry
  /** Where large bodies are stored while they arrive. */
  readonly bodies: BodiesDeps
  /** Maps failures of the platform, such as an unavailable database, to Problems. */
  readonly translate?: Translate
  readonly beat?: Beat
  /** For tests: allows calls without a handler; checks replies against the contract. */
  readonly partial?: boolean
  readonly checkReplies?: boolean
}

export interface Http {
  /** Starts to listen; resolves with the address. @throws the system's error (EADDRINUSE, EACCES) */
  listen(): Promise<{ readonly port: number; readonly url: string }>
  /** Refuses new requests, ends streams, waits five seconds for running requests, then closes every connection. */
  close(): Promise<void>
}

const HEADERS_MS = 10_000
/** How often late headers are looked for: they take at most this much longer. */
const CHECK_MS = 1_000
const KEEP_ALIVE_MS = 72_000
/** The overall timeout for sending a request, in addition to all specific limits. */
const REQUEST_MS = 3_600_000
/** How long the rest of a refused body is drained, so that the client receives the reply before the connection closes. */
const LINGER_MS = 1_500
const CLOSING_MS = 5_000
const TIDY_MS = 50

/** For looking up credentials from rate-limited addresses. */
const LOOKUPS = { atOnce: 4, waiting: 5_000, timeoutMs: 10_000 }

const NO_OTHER_ORIGIN: CrossOrigin = { allows: async () => false }

/** Creates the server of the API and the web app. It accepts no connections before `listen`. */
export async function createHttp(deps: HttpDeps): Promise<Http> {
  const { config, log } = deps
  const translate = deps.translate ?? (() => undefined)
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(error, request, reply, { log, translate })
  const base = baseHeaders(config.https)
  const app = openFastify(config, (error, request, reply) => answer(error, request, reply.headers(base)))
  const known = knownBearers()
  addTurns(app, known)
  let closing = false
  app.setErrorHandler(answer)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(base).header('x-request-id', request.id)
    done(closing ? new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 }) : undefined)
  })
  addBodies(app, config.limits, deps.bodies)
  addLog(app, log)
  addProxyHint(app, log)
  addLinger(app)
  endUnread(app, config.limits.unreadMs)
  const unasked = watchUnasked(app.server)
  const texts = openTextStreams()
  const streams = openStreams({ log, beat: beatWith(texts, deps.beat) })
  const size = () => streams.size + texts.size
  await addCompression(app)
  if (deps.registry) mountMetrics(app, { registry: deps.registry, open: config.metrics, streams: size })
  const replies = openReplyRoom(config.limits.replyBytes ?? memoryForRequests() / 4, deps.bodies.handledLarge)
  const requestDeps = {
    ...deps,
    viewers: openViewers(deps.sessions, deps.viewers ?? []),
    bodies: { plain: config.limits.bodyBytes, upload: config.limits.uploadBytes },
    perViewer: rateLimit(config.limits.requestsPerMinute, deps.clock),
    perAddress: rateLimit(config.limits.requestsPerMinute, deps.clock),
    unlimited: openTurns(LOOKUPS),
    replies,
    inReplyTurn: openReplyTurns(replies),
    crossOrigin: deps.crossOrigin ?? NO_OTHER_ORIGIN,
    known,
  }
  mount(app, { ...requestDeps, streams })
  if (deps.v1) mountV1(app, { ...requestDeps, v1: deps.v1, texts, translate })
  await mountStatic(app, { ...deps, perAddress: requestDeps.perAddress })
  return {
    listen: () => listen(app, config),
    async close() {
      closing = true
      streams.close()
      texts.close()
      unasked.close()
      // Node closes idle connections only once, at the start; connections that become idle later would stay until their
      // timeout.
      const tidy = setInterval(() => app.server.closeIdleConnections(), TIDY_MS)
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSING_MS)
      await app.close()
      clearTimeout(late)
      clearInterval(tidy)
    },
  }
}

/** Returns the beat of the event streams, which also beats for the streams of /v1. */
const beatWith =
  (texts: { beat(): void }, beat = realBeat): Beat =>
  (work) =>
    beat(() => {
      work()
      texts.beat()
    })

type OnFrameworkError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function openFastify(config: HttpConfig, onError: OnFrameworkError): FastifyInstance {
  return fastify({
    logger: false,
    bodyLimit: config.limits.bodyBytes,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    requestIdHeader: false,
    genReqId: () => randomBytes(12).toString('base64url'),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_MS,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => withoutSlash(url),
    routerOptions: { maxParamLength: 500 },
    http: {
      headersTimeout: config.limits.headersMs ?? HEADERS_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, config.limits.headersMs ?? HEADERS_MS),
    },
    frameworkErrors: onError,
    clientErrorHandler: refuseConnection,
  })
}

/** Removes slashes at the end of a path of /v1 and behind `v1`: clients join their base address and the path in either form. */
function withoutSlash(url: string): string {
  if (!url.startsWith('/v1/')) return url
  const query = url.includes('?') ? url.indexOf('?') : url.length
  let [from, end] = ['/v1/'.length, query]
  while (from < end && url[from] === '/') from += 1
  while (end > from && url[end - 1] === '/') end -= 1
  return `/v1/${url.slice(from, end)}${url.slice(query)}`
}

/** Logs one line per request, without its query, body or token. */
function addLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url
    const line = {
      requestId: request.id,
      method: request.method,
      route: route ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userId: userIdOf(request),
    }
    if (route?.startsWith('/api/') || route?.startsWith('/v1/')) log.info(line, 'request')
    else log.debug(line, 'request')
    done()
  })
}

/** Returns the user of a request; undefined for a viewer without an account. */
function userIdOf({ admitted }: FastifyRequest): number | undefined {
  const viewer = admitted?.viewer
  return viewer && isPerson(viewer) ? viewer.userId : undefined
}

/** Logs once that X-Forwarded-For is ignored, and how to configure a trusted proxy. */
function addProxyHint(app: FastifyInstance, log: Log): void {
  let said = false
  app.addHook('onRequest', ({ headers, ip, socket }, _, done) => {
    const peer = socket.remoteAddress
    // For a trusted proxy, `ip` would be the forwarded address.
    if (!said && headers['x-forwarded-for'] !== undefined && ip === peer) {
      said = true
      log.warn(
        { peer },
        'X-Forwarded-For is ignored, and everybody behind this address is counted as one. If it is your reverse proxy, add it to “trustedProxies” in the configuration file.',
      )
    }
    done()
  })
}

/** Closes connections whose request body is still arriving after the reply. */
function addLinger(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _, done) => {
    if (!raw.complete) {
      raw.resume()
      setTimeout(() => {
        if (!raw.complete) raw.socket.destroy()
      }, LINGER_MS).unref()
    }
    done()
  })
}

/**
 * Tracks connections without a request, which browsers and client libraries open in advance. Node counts them as busy, so
 * closing would wait for them.
 */
function watchUnasked(server: Server): { close(): void } {
  const unasked = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => unasked.delete(socket))
  return {
    close() {
      for (const socket of unasked) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Replies to invalid HTTP with a bare status, if nothing was written on this connection yet, and closes it. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request'
  if (socket.writable && socket.bytesWritten === 0)
    socket.write(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`,
    )
  socket.destroySoon()
}

async function listen(app: FastifyInstance, { host, port }: HttpConfig) {
  await app.listen({ host, port })
  const bound = app.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return { port: bound.port, url: `http://${name}:${bound.port}` }
}
