// Writing event streams: many at once, cheaply, and none of them able to fill the memory (reading 6).
import type { ServerResponse } from 'node:http'
import { errorFacts } from '../platform/error-facts.ts'
import type { Log } from '../platform/log.ts'
import type { EventSource, ServerSentEvent } from './stream.ts'
import { framed, writePart, type Part } from './write-part.ts'

// The client takes a connection for dead after 45 s without a byte (packages/client, events.ts): three of these.
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': alive\n\n'

/** Bytes that may wait for a slow reader, beside the batch written last; beyond, the connection ends and the client resumes. */
const WAITING_LIMIT = 1_000_000

/** How long the end of a stream may wait to be read. */
const UNREAD_MS = 60_000

/** Of every reply that is a stream of events. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const

/** Calls `work` again and again, a heartbeat apart, until what it returns is called. */
export type Beat = (work: () => void) => () => void

export const realBeat: Beat = (work) => {
  const timer = setInterval(work, HEARTBEAT_MS).unref()
  return () => clearInterval(timer)
}

export interface Streams {
  /** How many streams are open. */
  readonly size: number
  /**
   * Begins the reply and follows the source until it ends, the reader goes away, the reader is too slow, or `ended` aborts.
   * Never rejects: what the source throws is logged, and the connection broken, so that the client resumes.
   */
  run(
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
    source: EventSource,
    ended: AbortController,
  ): Promise<void>
  /** Ends all streams, and the heartbeat. */
  close(): void
}

/** The open streams of this process, with one heartbeat for all of them. */
export function openStreams(given: { log: Log; beat?: Beat }): Streams {
  const open = new Map<ServerResponse, AbortController>()
  const texts = openTexts()
  const stop = (given.beat ?? realBeat)(() => {
    for (const response of open.keys()) writePart(response, HEARTBEAT)
  })
  return {
    get size() {
      return open.size
    },
    async run(response, headers, source, ended) {
      if (ended.signal.aborted || response.destroyed) return void response.destroy()
      open.set(response, ended)
      begin(response, headers, ended)
      try {
        await source.follow(writer(response, ended, texts), ended.signal)
      } catch (error) {
        if (!ended.signal.aborted) given.log.error({ error: errorFacts(error) }, 'an event stream failed')
        ended.abort()
      } finally {
        open.delete(response)
        finish(response)
      }
    },
    close() {
      stop()
      for (const ended of open.values()) ended.abort()
    },
  }
}

/** A reader who stopped reading keeps neither the connection nor what waits for them. */
function finish(response: ServerResponse): void {
  response.end()
  if (!response.writableFinished) setTimeout(() => response.destroy(), UNREAD_MS).unref()
}

function begin(response: ServerResponse, headers: Readonly<Record<string, string>>, ended: AbortController) {
  response.on('close', () => ended.abort())
  // Whoever waits for a signal may take its time; what was written must not reach a reader whose session has ended.
  ended.signal.addEventListener('abort', () => response.destroy(), { once: true })
  response.socket?.setNoDelay(true)
  response.writeHead(200, { ...headers, ...STREAM_HEADERS })
  response.flushHeaders()
}

/** What events are as text. The same list is often written to many readers: it becomes text once. */
type Texts = (events: readonly ServerSentEvent[]) => Part

function openTexts(): Texts {
  const known = new WeakMap<readonly ServerSentEvent[], Part>()
  return (events) => {
    const before = known.get(events)
    if (before) return before
    const text = textOf(events)
    const part = { text, framed: framed(text) }
    known.set(events, part)
    return part
  }
}

function writer(response: ServerResponse, ended: AbortController, texts: Texts) {
  let latest = 0
  return (events: readonly ServerSentEvent[]): void => {
    if (ended.signal.aborted) return
    // The latest batch may be large by itself (a long answer replayed); only what waits before it shows a slow reader.
    if (response.writableLength - latest > WAITING_LIMIT) return ended.abort()
    const part = texts(events)
    latest = part.text.length
    writePart(response, part)
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
