// Writes event streams: many at once, with bounded memory (STREAM-1).
import type { ServerResponse } from 'node:http'
import { errorFacts } from '#platform/error-facts.ts'
import type { Log } from '#platform/log.ts'
import type { EventSource, ServerSentEvent } from './stream.ts'
import { endReply } from './unread.ts'
import { framed, writeChunk, type HttpChunk } from './write-chunk.ts'

// A third of the client's timeout: it treats a connection as dead after 45 s without a byte (packages/client, events.ts).
const HEARTBEAT_MS = 15_000
/** A comment, which clients ignore. */
export const HEARTBEAT = ': alive\n\n'

/** Unread bytes of a slow client, besides the latest batch. Above this the connection is closed and the client resumes. */
const WAITING_LIMIT = 1_000_000

/** The headers of every event stream. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const

/** Calls `work` at the heartbeat interval; returns the function that stops it. */
export type Beat = (work: () => void) => () => void

export const realBeat: Beat = (work) => {
  const timer = setInterval(work, HEARTBEAT_MS).unref()
  return () => clearInterval(timer)
}

export interface Streams {
  /** The number of open streams. */
  readonly size: number
  /**
   * Starts the reply and follows the source until it ends, the client disconnects or is too slow, or `ended` aborts. Never
   * rejects: an error of the source is logged and closes the connection, so that the client resumes.
   */
  run(
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    source: EventSource,
    ended: AbortController,
  ): Promise<void>
  /** Ends all streams and the heartbeat. */
  close(): void
}

/** Opens the streams of this process, with one shared heartbeat. */
export function openStreams(options: { log: Log; beat?: Beat }): Streams {
  const open = new Map<ServerResponse, AbortController>()
  const texts = openTexts()
  const stop = (options.beat ?? realBeat)(() => {
    for (const response of open.keys()) writeChunk(response, HEARTBEAT)
  })
  return {
    get size() {
      return open.size
    },
    async run(response, headers, source, ended) {
      if (ended.signal.aborted || response.destroyed) return void response.destroy()
      open.set(response, ended)
      // Only while it is followed: an abort that nobody needs costs each answer an error with its stack.
      response.on('close', () => {
        if (open.has(response)) ended.abort()
      })
      begin(response, headers, ended.signal)
      try {
        await source.follow(writer(response, ended, texts), ended.signal)
      } catch (error) {
        if (!ended.signal.aborted) options.log.error({ error: errorFacts(error) }, 'an event stream failed')
        ended.abort()
      } finally {
        open.delete(response)
        endReply(response)
      }
    },
    close() {
      stop()
      for (const ended of open.values()) ended.abort()
    },
  }
}

function begin(response: ServerResponse, headers: Readonly<Record<string, string>>, ended: AbortSignal) {
  // The source may react late to its signal, so the connection is closed at once: a client whose session has ended must
  // receive nothing more.
  ended.addEventListener('abort', () => response.destroy(), { once: true })
  response.socket?.setNoDelay(true)
  response.writeHead(200, { ...headers, ...STREAM_HEADERS })
  response.flushHeaders()
}

/** Formats events. One list is often sent to many clients, so its text is cached. */
type Texts = (events: readonly ServerSentEvent[]) => HttpChunk

function openTexts(): Texts {
  const known = new WeakMap<readonly ServerSentEvent[], HttpChunk>()
  return (events) => {
    const before = known.get(events)
    if (before) return before
    const text = textOf(events)
    const chunk = { text, framed: framed(text) }
    known.set(events, chunk)
    return chunk
  }
}

function writer(response: ServerResponse, ended: AbortController, texts: Texts) {
  let latest = 0
  return (events: readonly ServerSentEvent[]): void => {
    if (ended.signal.aborted) return
    // The latest batch may be large (a replayed long answer); only unread bytes before it show a slow client.
    if (response.writableLength - latest > WAITING_LIMIT) return ended.abort()
    const chunk = texts(events)
    latest = chunk.text.length
    writeChunk(response, chunk)
  }
}

function textOf(events: readonly ServerSentEvent[]): string {
  let text = ''
  for (const { id, event, data } of events) {
    if (data.includes('\n') || data.includes('\r'))
      throw new Error(`The data of an event has a line end: ${event}`)
    text +=
      id === undefined
        ? `event: ${event}\ndata: ${data}\n\n`
        : `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
  }
  return text
}
