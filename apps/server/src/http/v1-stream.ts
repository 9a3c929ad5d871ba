// Answers streamed to programs: text that the feature has formed, written as it is. An answer belongs to its connection: when
// its reader goes, it ends (at the product's own door it goes on and can be resumed: sse.ts).
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { STREAM_HEADERS } from './sse.ts'
import type { V1Failure } from './v1-problem.ts'
import { writePart } from './write-part.ts'

const HEARTBEAT = ': alive\n\n'

/** How long a reader may take none of what waits for them, before they count as gone. */
const UNREAD_MS = 60_000

/** Where a streamed answer is written. */
export interface TextSink {
  /** Sends whole events. What is written before the next turn of the event loop goes out as one; the first begins the reply. */
  write(text: string): void
  /** Undefined while the reader keeps up; else settles once they have caught up or are gone. Nothing more is to be made before. */
  readonly behind: Promise<void> | undefined
}

/** An answer that is streamed. What it throws before its first write is an ordinary HTTP error, later an error in the stream. */
export interface TextSource {
  follow(sink: TextSink, signal: AbortSignal): Promise<void>
  /** The last events of a stream that broke, where they are others than `data: {"error": …}`. */
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

  /** Whether the reply has begun, or is about to: what fails from now on can only be said in the stream. */
  get begun(): boolean {
    return this.#begun || this.#pending !== ''
  }

  write(text: string): void {
    // The pieces of one read from the engine come one promise after the other; a tick follows when all of them are through.
    if (this.#pending === '') process.nextTick(() => this.#flush())
    this.#pending += text
  }

  /** Where what is written waits: the connection, or the response while an earlier one of the same connection has it. */
  get #way() {
    return this.#response.socket ?? this.#response
  }

  get behind(): Promise<void> | undefined {
    const way = this.#way
    if (!way.writableNeedDrain) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const { signal } = this.#ended
    const late = setTimeout(() => this.#ended.abort(), UNREAD_MS).unref()
    const done = (): void => {
      clearTimeout(late)
      way.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    way.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
    return promise
  }

  /** Shows that the answer is still being made, though nothing of it came for a while. */
  beat(): void {
    if (!this.#way.writableNeedDrain) this.write(HEARTBEAT)
  }

  /** Ends the reply, with some last words. A reader who stopped reading keeps neither the connection nor what waits. */
  end(last = ''): void {
    this.#pending += last
    this.#flush()
    this.#response.end()
    if (!this.#response.writableFinished) setTimeout(() => this.#response.destroy(), UNREAD_MS).unref()
  }

  #flush(): void {
    const text = this.#pending
    this.#pending = ''
    if (text === '' || this.#ended.signal.aborted) return
    if (this.#begun) return writePart(this.#response, text)
    this.#begin()
    // With the head, in one go.
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
  /** How many streams are open. */
  readonly size: number
  /**
   * Follows the source to its end. Rejects with what it throws before the reply has begun, and once `ended` has aborted; what
   * it throws later is told in the stream, in the words of `failed`.
   */
  run(
    reply: FastifyReply,
    source: TextSource,
    ended: AbortController,
    failed: (error: unknown) => string,
  ): Promise<void>
  /** Keeps all streams alive: called again and again. */
  beat(): void
  /** Ends all streams. */
  close(): void
}

/** The open streams of this door. */
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
