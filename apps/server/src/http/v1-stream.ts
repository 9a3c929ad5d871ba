// Streams answers to API clients; the feature formats the text. An answer ends when its client disconnects (unlike answers
// of the product's own API, which continue and can be resumed: sse.ts).
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { HEARTBEAT, STREAM_HEADERS } from './sse.ts'
import type { V1Failure } from './v1-problem.ts'
import { endReply } from './unread.ts'
import { writeChunk } from './write-chunk.ts'

/** How long a client may read nothing before it counts as disconnected. */
const UNREAD_MS = 60_000

/** The destination of a streamed answer. */
export interface TextSink {
  /** Sends whole events. Text written within one turn of the event loop is sent as one chunk; the first starts the reply. */
  write(text: string): void
  /**
   * Back-pressure: undefined while the client keeps up; otherwise settles when it has caught up or disconnected. Wait for
   * it.
   */
  readonly caughtUp: Promise<void> | undefined
}

/** A streamed answer. Errors before its first write become an HTTP error, later ones an event in the stream. */
export interface TextSource {
  follow(sink: TextSink, signal: AbortSignal): Promise<void>
  /** Returns the last events of a failed stream, if they differ from `data: {"error": …}`. */
  failed?(failure: V1Failure): string
}

/** One streamed reply. */
export class TextStream implements TextSink {
  readonly #reply: FastifyReply
  readonly #response: ServerResponse
  readonly #ended: AbortController
  #pending = ''
  #begun = false

  constructor(reply: FastifyReply, ended: AbortController) {
    this.#reply = reply
    this.#response = reply.raw
    this.#ended = ended
  }

  /** Whether the reply has begun or is about to; later errors can only be sent in the stream. */
  get begun(): boolean {
    return this.#begun || this.#pending !== ''
  }

  write(text: string): void {
    // The tokens of one read from the engine arrive in consecutive promises; the next tick runs after all of them.
    if (this.#pending === '') process.nextTick(() => this.#flush())
    this.#pending += text
  }

  /** The buffer with the unsent text: the socket, or the response while an earlier one uses the connection. */
  get #buffer() {
    return this.#response.socket ?? this.#response
  }

  get caughtUp(): Promise<void> | undefined {
    const buffer = this.#buffer
    if (!buffer.writableNeedDrain) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const { signal } = this.#ended
    const late = setTimeout(() => this.#ended.abort(), UNREAD_MS).unref()
    const done = (): void => {
      clearTimeout(late)
      buffer.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    buffer.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
    return promise
  }

  /** Sends a heartbeat while the answer produces no text. */
  beat(): void {
    if (!this.#buffer.writableNeedDrain) this.write(HEARTBEAT)
  }

  /** Ends the reply with the last text. Closes the connection of a client that stopped reading. */
  end(last = ''): void {
    this.#pending += last
    this.#flush()
    endReply(this.#response)
  }

  #flush(): void {
    const text = this.#pending
    this.#pending = ''
    if (text === '' || this.#ended.signal.aborted) return
    if (this.#begun) return writeChunk(this.#response, text)
    this.#begin()
    // Sent in one packet with the head.
    this.#response.write(text)
  }

  #begin(): void {
    this.#begun = true
    this.#reply.hijack()
    this.#response.socket?.setNoDelay(true)
    const headers = this.#reply.getHeaders() as Record<string, string>
    this.#response.writeHead(200, { ...headers, ...STREAM_HEADERS })
  }
}

export interface TextStreams {
  /** The number of open streams. */
  readonly size: number
  /**
   * Streams the source to its end. Rejects with errors before the reply has begun, and when `ended` has aborted; later
   * errors are sent in the stream as formatted by `failed`.
   */
  run(
    reply: FastifyReply,
    source: TextSource,
    ended: AbortController,
    failed: (error: unknown) => string,
  ): Promise<void>
  /** Sends a heartbeat on all streams; called at an interval. */
  beat(): void
  /** Ends all streams. */
  close(): void
}

/** Opens the streams of /v1. */
export function openTextStreams(): TextStreams {
  const open = new Map<TextStream, AbortController>()
  return {
    get size() {
      return open.size
    },
    async run(reply, source, ended, failed) {
      const stream = new TextStream(reply, ended)
      open.set(stream, ended)
      try {
        await source.follow(stream, ended.signal)
        ended.signal.throwIfAborted()
        stream.end()
      } catch (error) {
        if (!stream.begun || ended.signal.aborted) throw error
        stream.end(failed(error))
      } finally {
        open.delete(stream)
      }
    },
    beat() {
      for (const stream of open.keys()) stream.beat()
    },
    close() {
      for (const ended of open.values()) ended.abort()
    },
  }
}
