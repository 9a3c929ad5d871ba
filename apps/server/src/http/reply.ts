// Sends a handler's plain result by the call's kind of reply.
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@polylogue/contract'
import { viewerKey } from '#access/viewer.ts'
import { checkedPieces, checkReply, enveloped, JSON_TYPE, successText } from './envelope.ts'
import { INERT_POLICY, page } from './headers.ts'
import { jsonPieces } from './long-json.ts'
import type { ReplyRoom } from './reply-room.ts'
import type { Binary, Page } from './routes.ts'
import { lazily } from './slices.ts'
import type { Streams } from './sse.ts'
import type { EventSource } from './stream.ts'
import type { Viewers } from './viewers.ts'
import { endWithSession } from './while-allowed.ts'

export interface ReplyDeps {
  readonly viewers: Viewers
  readonly streams: Streams
  readonly replies: ReplyRoom
  /** For tests: checks every reply against the contract. */
  readonly checkReplies?: boolean
}

type Send = (
  result: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => string | Uint8Array | Readable | undefined

/** Returns the function that sends the results of a call. */
export function replier(call: Call, deps: ReplyDeps): Send {
  switch (call.reply) {
    case 'events':
      return (result, request, reply) => sendEvents(result as EventSource, request, reply, deps)
    case 'binary':
      return (result, request, reply) => sendBinary(result as Binary, request, reply, deps)
    case 'document':
      return (result, request, reply) => sendPage(result as Page, request, reply, deps.replies)
    case 'raw':
    case 'envelope':
    case undefined:
      return call.large === 'stream' ? sendLong(call, deps) : sendJson(call, deps)
  }
}

const JSON_HEADERS = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'content-security-policy': INERT_POLICY,
}

/** Nearly every reply has fewer characters; so many are reserved before the work. */
const USUAL = 16_384

/** Whether a finished reply may still be refused: reading a page asked no model and changed nothing. */
const mayRefuseMade = ({ method, large }: Call): boolean => method === 'GET' && large === 'page'

/** Whether a call has JSON that is made in one piece. */
const isWhole = ({ reply = 'envelope', large }: Call): boolean =>
  (reply === 'envelope' || reply === 'raw') && large !== 'stream'

/**
 * Reserves memory for the reply before the work of a call: a finished one is sent (decision 143).
 * @throws Problem TOO_MANY_ATTEMPTS, SERVER_BUSY
 */
export function reserveForReply(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  room: ReplyRoom,
): void {
  if (isWhole(call) && !mayRefuseMade(call)) room.reserveAhead(readerOf(request), USUAL, reply.raw)
}

function sendJson(call: Call, { replies, checkReplies }: ReplyDeps): Send {
  return (result, request, reply) => {
    const text = successText(call, result)
    if (checkReplies) checkReply(call, text)
    const key = readerOf(request)
    if (mayRefuseMade(call)) replies.reserve(key, text.length, reply.raw)
    else {
      replies.sending(key, reply.raw)
      replies.grow(key, Math.max(0, text.length - USUAL), reply.raw)
    }
    reply.status(call.status ?? 200).headers(JSON_HEADERS)
    return text
  }
}

/** Sends JSON that is never whole in memory. Its turn has reserved memory. */
function sendLong(call: Call, deps: ReplyDeps): Send {
  return (result, request, reply) => {
    endWithSession(request, reply, deps.viewers)
    reply.status(call.status ?? 200).headers(JSON_HEADERS)
    const pieces = jsonPieces(enveloped(call, result))
    return lazily(deps.checkReplies ? checkedPieces(call, pieces) : pieces)
  }
}

/** Returns the key under which a request's replies count: the viewer's or the address. */
export function readerOf({ admitted }: FastifyRequest): string {
  if (!admitted) throw new Error('a reply was made without admission')
  return admitted.viewer ? viewerKey(admitted.viewer) : admitted.facts.source
}

function sendEvents(source: EventSource, request: FastifyRequest, reply: FastifyReply, deps: ReplyDeps) {
  reply.hijack()
  const ended = new AbortController()
  const viewer = request.admitted?.viewer
  const end = () => ended.abort()
  const forget = viewer && deps.viewers.whenEnded(viewer, end)
  const forgetPlugin = request.admitted?.plugin?.whenRevoked(end)
  const headers = reply.getHeaders() as Record<string, string>
  void deps.streams.run(reply.raw, headers, source, ended).finally(() => {
    forget?.()
    forgetPlugin?.()
    // A finished answer is written at once and counts until the client has read it.
    deps.replies.count(readerOf(request), reply.raw)
  })
  return undefined
}

/** Media types that browsers display without running code; all others are sent as downloads. */
const HARMLESS =
  /^(image\/(png|jpeg|gif|webp|avif|bmp)|(audio|video)\/[\w.+-]+|application\/(pdf|rtf|vnd\.[\w.+-]+))$/
const TEXT = /^text\/(plain|csv|markdown)$/

/** The buffer of a reply in parts, in bytes. */
const PARTS_BYTES = 262_144

function sendBinary(
  binary: Binary,
  request: FastifyRequest,
  reply: FastifyReply,
  { replies, viewers }: ReplyDeps,
): Uint8Array | Readable {
  const { bytes, size } = binary
  replies.reserve(readerOf(request), bytes instanceof Uint8Array ? bytes.length : PARTS_BYTES, reply.raw)
  reply.headers({
    ...(size === undefined ? {} : { 'content-length': size }),
    'content-type': mediaType(binary.mimeType),
    'content-disposition': `attachment; filename*=UTF-8''${fileName(binary.name)}`,
    'cache-control': 'no-store',
    'content-security-policy': INERT_POLICY,
  })
  if (bytes instanceof Uint8Array) return bytes
  endWithSession(request, reply, viewers)
  return lazily(bytes)
}

function mediaType(options: string): string {
  const type = options.toLowerCase()
  if (TEXT.test(type)) return `${type}; charset=utf-8`
  return HARMLESS.test(type) ? type : 'application/octet-stream'
}

/** RFC 8187: percent-encodes everything except letters, digits and a few other characters. */
function fileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sendPage({ html }: Page, request: FastifyRequest, reply: FastifyReply, replies: ReplyRoom): string {
  const { text, headers } = page(html)
  replies.reserve(readerOf(request), text.length, reply.raw)
  reply.headers(headers)
  return text
}
