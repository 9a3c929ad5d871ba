// Sends requests from a thread of its own, so that the server's thread only serves.
import { request } from 'node:http'
import { parentPort } from 'node:worker_threads'

export interface Sending {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The caller reads nothing and disconnects after so many milliseconds. */
  readonly leavesMs?: number
}

export interface Received {
  /** 0 if the connection broke before an answer. */
  readonly status: number
  readonly bytes: number
}

/** A stream is read this long. */
const STREAM_MS = 500

parentPort?.on('message', (all: readonly Sending[]) => {
  void Promise.all(all.map(send)).then((received) => parentPort?.postMessage(received))
})

/** Resolves when the reply is read or the caller has left. */
function send({ url, method, headers, body, leavesMs }: Sending): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<Received>()
  const sent = request(url, { method, headers }, (reply) => {
    const isStream = reply.headers['content-type']?.startsWith('text/event-stream')
    if (isStream) setTimeout(() => reply.destroy(), STREAM_MS)
    reply.on('error', () => undefined)
    let bytes = 0
    if (leavesMs === undefined) reply.on('data', (piece: Buffer) => (bytes += piece.length))
    reply.on('close', () => resolve({ status: reply.statusCode ?? 0, bytes }))
  })
  sent.on('error', () => resolve({ status: 0, bytes: 0 }))
  sent.end(body)
  if (leavesMs !== undefined) setTimeout(() => sent.destroy(), leavesMs)
  return promise
}
