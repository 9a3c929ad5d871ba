// How a handler's plain result is sent, by the call's kind of reply.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@polylogue/contract'
import { checkReply, JSON_TYPE, successText } from './envelope.ts'
import { INERT_POLICY, page } from './headers.ts'
import type { Binary, Page } from './routes.ts'
import type { SessionReader } from './session.ts'
import type { Streams } from './sse.ts'
import type { EventSource } from './stream.ts'

export interface ReplyGiven {
  readonly sessions: SessionReader
  readonly streams: Streams
  /** Compares every reply with the contract and fails when it does not fit: in tests. */
  readonly checkReplies?: boolean
}

type Send = (
  result: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => string | Uint8Array | Readable | undefined

/** What sends the results of a call. */
export function replier(call: Call, given: ReplyGiven): Send {
  switch (call.reply) {
    case 'events':
      return (result, request, reply) => sendEvents(result as EventSource, request, reply, given)
    case 'binary':
      return (result, _, reply) => sendBinary(result as Binary, reply)
    case 'document':
      return (result, _, reply) => sendPage(result as Page, reply)
    case 'raw':
    case 'envelope':
    case undefined:
      return (result, _, reply) => {
        if (given.checkReplies) checkReply(call, result)
        reply.status(call.status ?? 200).headers({
          'content-type': JSON_TYPE,
          'cache-control': 'no-store',
          'content-security-policy': INERT_POLICY,
        })
        return successText(call, result)
      }
  }
}

function sendEvents(source: EventSource, request: FastifyRequest, reply: FastifyReply, given: ReplyGiven) {
  reply.hijack()
  const ended = new AbortController()
  const viewer = request.admitted?.viewer
  const forget = viewer && given.sessions.whenEnded(viewer, () => ended.abort())
  const headers = reply.getHeaders() as Record<string, string>
  void given.streams.run(reply.raw, headers, source, ended).finally(forget)
  return undefined
}

/** Media types that a browser can show but not run; everything else is bytes to it. */
const HARMLESS =
  /^(image\/(png|jpeg|gif|webp|avif|bmp)|(audio|video)\/[\w.+-]+|application\/(pdf|rtf|vnd\.[\w.+-]+))$/
const TEXT = /^text\/(plain|csv|markdown)$/

function sendBinary(binary: Binary, reply: FastifyReply): Uint8Array | Readable {
  reply.headers({
    'content-type': mediaType(binary.mimeType),
    'content-disposition': `attachment; filename*=UTF-8''${fileName(binary.name)}`,
    'cache-control': 'no-store',
    'content-security-policy': INERT_POLICY,
  })
  return binary.bytes instanceof Uint8Array ? binary.bytes : Readable.from(binary.bytes)
}

function mediaType(given: string): string {
  const type = given.toLowerCase()
  if (TEXT.test(type)) return `${type}; charset=utf-8`
  return HARMLESS.test(type) ? type : 'application/octet-stream'
}

/** RFC 8187: everything but letters, digits and a few signs is percent-encoded. */
function fileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sendPage({ html }: Page, reply: FastifyReply): string {
  const { text, headers } = page(html)
  reply.headers(headers)
  return text
}
