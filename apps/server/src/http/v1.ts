// The OpenAI-compatible API at the origin's root (OPENAI-1). Its calls are not in the contract: OpenAI defines their form.
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@polylogue/contract'
import { isPerson, type Person } from '#access/viewer.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import { admission, type AdmissionDeps } from './admission.ts'
import { forgetBody } from './bodies.ts'
import { JSON_TYPE } from './envelope.ts'
import { INERT_POLICY } from './headers.ts'
import { refuseOtherMethods, refusePaths } from './refused-routes.ts'
import { problemOf, type Translate } from './problems.ts'
import { readerOf } from './reply.ts'
import type { ReplyRoom } from './reply-room.ts'
import type { InReplyTurn } from './reply-turns.ts'
import { lazily } from './slices.ts'
import { v1Failure } from './v1-problem.ts'
import type { TextSource, TextStreams } from './v1-stream.ts'
import { endWithSession } from './while-allowed.ts'

/** A reply that is written while it is sent, in the caller's turn. */
export interface LongReply {
  readonly pieces: AsyncIterable<Uint8Array>
}

/** The memory of a reply (decision 143). */
export interface ReplyMemory {
  /** Reserves memory before the work that needs it. @throws Problem TOO_MANY_ATTEMPTS, SERVER_BUSY */
  reserve(bytes: number): void
  /** Counts what is needed beyond that. A reply that an engine works for is not refused. */
  grow(bytes: number): void
}

/** What a call has besides its body. */
export interface During {
  /** Aborts when the client disconnects or its session ends. */
  readonly signal: AbortSignal
  readonly memory: ReplyMemory
}

/** The handlers of the calls. They return JSON text in OpenAI's form and throw Problems. */
export interface V1Calls {
  models(viewer: Person): Promise<string>
  /** Returns a model by its name, which may contain slashes and colons. */
  model(viewer: Person, id: string): Promise<string>
  complete(viewer: Person, body: unknown, during: During): Promise<string | TextSource | LongReply>
  /** The same for the Responses API; nothing is stored. */
  respond(viewer: Person, body: unknown, during: During): Promise<string | TextSource | LongReply>
  embed(viewer: Person, body: unknown, during: During): Promise<string | LongReply>
}

export interface V1Deps extends AdmissionDeps {
  readonly v1: V1Calls
  readonly texts: TextStreams
  readonly replies: ReplyRoom
  readonly inReplyTurn: InReplyTurn
  readonly log: Log
  readonly translate: Translate
  readonly bodies: { readonly plain: number; readonly upload: number }
}

/** One call of the API. */
interface Served {
  readonly call: Call
  readonly url: string
  answer(viewer: Person, request: FastifyRequest, during: During): Promise<string | TextSource | LongReply>
}

const read = { method: 'GET', permission: 'can_use_chat' } as const
const ask = { method: 'POST', permission: 'can_use_chat', licensed: true } as const

function served(v1: V1Calls): Served[] {
  return [
    {
      call: { ...read, path: 'v1/models', summary: 'The models that can be asked' },
      url: '/v1/models',
      answer: (viewer) => v1.models(viewer),
    },
    {
      call: { ...read, path: 'v1/models/{id}', summary: 'A model that can be asked' },
      url: '/v1/models/*',
      answer: (viewer, { params }) => v1.model(viewer, (params as { '*': string })['*']),
    },
    {
      call: { ...ask, path: 'v1/chat/completions', summary: 'Ask a model', body: 'upload' },
      url: '/v1/chat/completions',
      answer: (viewer, request, during) => v1.complete(viewer, taken(request), during),
    },
    {
      call: { ...ask, path: 'v1/responses', summary: 'Ask a model for a response', body: 'upload' },
      url: '/v1/responses',
      answer: (viewer, request, during) => v1.respond(viewer, taken(request), during),
    },
    {
      call: { ...ask, path: 'v1/embeddings', summary: 'Vectors of texts' },
      url: '/v1/embeddings',
      answer: (viewer, request, during) => v1.embed(viewer, taken(request), during),
    },
  ]
}

/** Takes the body out of the request, so that its memory can be freed. The queue counts the parsed part. */
function taken(request: FastifyRequest): unknown {
  const { body } = request
  request.body = undefined
  return body
}

/** Mounts the calls below /v1; all other URLs there return an error in OpenAI's form. */
export function mountV1(app: FastifyInstance, deps: V1Deps): void {
  for (const one of served(deps.v1)) {
    mountCall(app, one, deps)
    refuseOtherMethods(app, one.url, [one.call.method])
  }
  refusePaths(app, ['/v1/responses/*'], noSuchResponse)
  refusePaths(app, ['/v1/messages', '/v1/messages/*', '/v1/completions'], noSuchDialect)
  refusePaths(app, ['/v1', '/v1/*'])
}

/** Programs call these because of their settings; the sentence says what to set. */
function noSuchDialect({ url }: FastifyRequest): Problem {
  const sentence = url.startsWith('/v1/messages')
    ? 'Anthropic’s API is not offered here. Choose the OpenAI-compatible provider in your program: it sends POST /v1/chat/completions.'
    : 'Texts are not completed here. Choose chat models in your program: it sends POST /v1/chat/completions.'
  return new Problem('NO_SUCH_CALL', {}, { sentence })
}

/** OpenAI's other calls below responses read stored responses or work on conversations. */
function noSuchResponse({ url }: FastifyRequest): Problem {
  const sentence = /^\/v1\/responses\/(?:compact|input_tokens)(?:$|[/?])/.test(url)
    ? 'Conversations are neither counted nor compacted here: send them whole to POST /v1/responses.'
    : 'Responses are not kept here: none can be read, cancelled or deleted afterwards. Keep what POST /v1/responses answers.'
  return new Problem('NO_SUCH_CALL', {}, { sentence })
}

function mountCall(app: FastifyInstance, { call, url, answer }: Served, deps: V1Deps): void {
  // Without CORS no other origin can send a bearer, so X-Requested-With would add nothing.
  const admit = admission(call, deps, { header: false })
  app.route({
    method: call.method,
    url,
    bodyLimit: deps.bodies[call.body ?? 'plain'],
    onRequest: async (request, reply) => {
      request.admitted = await admit(request, reply)
    },
    handler: async (request, reply) => {
      const viewer = request.admitted?.viewer
      if (!viewer || !isPerson(viewer)) throw new Error('a handler was reached without admission')
      const ended = new AbortController()
      const gone = (): void => ended.abort()
      reply.raw.once('close', gone)
      const forget = deps.viewers.whenEnded(viewer, () => ended.abort(new Problem('TOKEN_INVALID')))
      try {
        const key = readerOf(request)
        deps.replies.mustHaveRoom(key)
        const memory = memoryOf(key, reply.raw, deps.replies)
        const result = await answer(viewer, request, { signal: ended.signal, memory })
        deps.replies.sending(key, reply.raw)
        if (typeof result === 'string') {
          memory.send(result.length)
          return asJson(reply, result)
        }
        if ('pieces' in result) {
          const send = () => Promise.resolve(inPieces(result, request, reply, deps))
          return await deps.inReplyTurn('vectors', { key, gone: ended.signal }, reply.raw, send)
        }
        await deps.texts.run(reply, result, ended, (error) => inStream(error, request, deps, result))
      } catch (error) {
        refuseOrLeave(error, reply, ended.signal)
      } finally {
        forget()
        forgetBody(request)
        reply.raw.off('close', gone)
      }
      return undefined
    },
  })
}

/** Counts the memory of one reply. `send` counts a whole reply: only one that nothing was reserved for may be refused. */
function memoryOf(key: string, response: ServerResponse, replies: ReplyRoom) {
  let reserved = 0
  const grow = (bytes: number): void => {
    replies.grow(key, bytes, response)
    reserved += bytes
  }
  return {
    grow,
    reserve(bytes: number) {
      replies.reserveAhead(key, bytes, response)
      reserved += bytes
    },
    send(bytes: number) {
      if (reserved === 0) replies.reserve(key, bytes, response)
      else grow(Math.max(0, bytes - reserved))
    },
  }
}

const JSON_HEADERS = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'content-security-policy': INERT_POLICY,
}

function asJson(reply: FastifyReply, text: string): string {
  reply.headers(JSON_HEADERS)
  return text
}

function inPieces(
  { pieces }: LongReply,
  request: FastifyRequest,
  reply: FastifyReply,
  { viewers }: V1Deps,
): Readable {
  endWithSession(request, reply, viewers)
  reply.headers(JSON_HEADERS)
  return lazily(pieces)
}

/** Replies with an error, unless the client has disconnected or the reply has begun; then closes the connection. */
function refuseOrLeave(error: unknown, reply: FastifyReply, signal: AbortSignal): void {
  const isReported = signal.reason instanceof Problem && !reply.sent
  if (isReported) throw signal.reason as Problem
  if (!signal.aborted) throw error
  if (!reply.sent) reply.hijack()
  reply.raw.destroy()
}

/** Returns the last events for an error in the middle of a stream. */
function inStream(error: unknown, request: FastifyRequest, deps: V1Deps, source: TextSource): string {
  const failure = v1Failure(problemOf(error, request, deps), request.url)
  return source.failed?.(failure) ?? `data: ${JSON.stringify({ error: failure })}\n\n`
}
