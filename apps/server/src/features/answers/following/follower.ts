// Streams one answer to one reader: the events after a number, then the new ones. A first connection and a reconnection are
// the same (ARCHITECTURE.md, one pipeline).
import {
  endsAnswer,
  wireEvent,
  type AnswerEvent,
  type Message,
  type MessageCan,
  type Source,
} from '@polylogue/contract'
import type { EventSource, ServerSentEvent } from '#http/stream.ts'
import { eventsOf } from '../recording/layout.ts'
import type { LiveAnswer } from '../recording/live-answer.ts'
import type { Followed } from './store.ts'

/** Polling interval for an answer of another process, in case a notification is missed. */
const POLL_MS = 1_000

/** The events of an answer, and its message once it was sent. */
export interface AnswerSource extends EventSource {
  message(): Message | undefined
}

type Write = (events: readonly ServerSentEvent[]) => void

/** The position of a reader, and their permissions on the message. */
export interface ReadFrom {
  readonly after: number
  readonly can: MessageCan
}

const sse = (messageId: number, seq: number, event: AnswerEvent, can: MessageCan): ServerSentEvent => ({
  id: seq,
  ...wireEvent(messageId, event.type === 'query' ? { ...event, query: withCan(event.query, can) } : event),
})

const withCan = (query: unknown, can: MessageCan): unknown => ({ ...(query as Message), can })

/** Caches the newest event of each answer in serialized form, shared by all its readers. */
const newest = new WeakMap<LiveAnswer, { seq: number; events: readonly ServerSentEvent[] }>()

/** Returns the event for one reader. The finished message contains the reader's permissions, so it is not shared. */
function sent(
  live: LiveAnswer,
  seq: number,
  event: AnswerEvent,
  can: MessageCan,
): readonly ServerSentEvent[] {
  if (event.type === 'query') return [sse(live.messageId, seq, event, can)]
  const known = newest.get(live)
  if (known?.seq === seq) return known.events
  const events = [sse(live.messageId, seq, event, can)]
  newest.set(live, { seq, events })
  return events
}

const messageIn = (events: readonly AnswerEvent[]): Message | undefined =>
  events.find((event) => event.type === 'query')?.query as Message | undefined

/** Follows an answer that this process makes. */
export function followLive(live: LiveAnswer, { after, can }: ReadFrom): AnswerSource {
  return {
    // It is the last event but one.
    message: () => messageIn(live.events.slice(-2)),
    async follow(write, signal) {
      const done = Promise.withResolvers<void>()
      const leave = live.follow((seq, event) => {
        if (seq > after) write(sent(live, seq, event, can))
        if (endsAnswer(event)) done.resolve()
      })
      signal.addEventListener('abort', () => done.resolve(), { once: true })
      const missed = live.events
        .slice(after)
        .map((event, index) => sse(live.messageId, after + index + 1, event, can))
      if (missed.length) write(missed)
      const last = live.events.at(-1)
      if (signal.aborted || (last && endsAnswer(last))) done.resolve()
      await done.promise
      leave()
    },
  }
}

/** Replays a finished answer from the database. */
export function replayFinished(followed: Followed, message: Message, from: ReadFrom): AnswerSource {
  return {
    message: () => message,
    follow(write) {
      write(finishedEvents(followed, message, from))
      return Promise.resolve()
    },
  }
}

/** Returns the events of a finished answer after a number, with their original numbers. */
function finishedEvents(followed: Followed, message: Message, { after, can }: ReadFrom): ServerSentEvent[] {
  const pieces = eventsOf(followed.layout ?? '[]', {
    response: followed.response,
    reasoning: followed.reasoning,
    sources: followed.sources as Source[],
  })
  const tail: AnswerEvent[] = [{ type: 'query', query: message }, endOf(followed)]
  const rest = [...pieces, ...tail].slice(after)
  // A reader may have received more than a killed process could save: they always get the end.
  const heardMore = rest.length === 0 || (followed.errorCode === 'INTERRUPTED' && after > pieces.length)
  return (heardMore ? tail : rest).map((event, index) => sse(followed.id, after + index + 1, event, can))
}

function endOf(followed: Followed): AnswerEvent {
  if (followed.state === 2) return { type: 'done' }
  if (followed.state === 4) return { type: 'abort' }
  return { type: 'error', errorCode: followed.errorCode ?? '', errorMessage: followed.errorMessage ?? '' }
}

export interface RemoteReader {
  /** Reads events of the log from a number on. */
  logged(messageId: number, fromSeq: number): Promise<AnswerEvent[]>
  /** Returns the message once it is finished. */
  finished(messageId: number): Promise<{ followed: Followed; message: Message } | undefined>
  /** Whether reading failed for a reason that may pass: without the database, or in time. */
  mayPass(error: unknown): boolean
  /** Subscribes to new log entries of this answer from another process, and to its end. */
  onGrew(messageId: number, onChange: () => void): () => void
}

/** Follows an answer of another process through the log. */
export function followRemote(messageId: number, from: ReadFrom, reader: RemoteReader): AnswerSource {
  let message: Message | undefined
  return {
    message: () => message,
    async follow(write, signal) {
      let have = from.after
      let wake: () => void = () => undefined
      const forget = reader.onGrew(messageId, () => wake())
      signal.addEventListener('abort', () => wake(), { once: true })
      try {
        while (!signal.aborted) {
          const next = new Promise<void>((resolve) => (wake = resolve))
          const read = await readOn(messageId, { ...from, after: have }, reader, write).catch(
            // The answer goes on meanwhile: its readers wait.
            (error: unknown) => {
              if (!reader.mayPass(error)) throw error
              return { seq: have, ended: undefined }
            },
          )
          have = read.seq
          message = read.ended
          if (read.ended) return
          const timer = setTimeout(() => wake(), POLL_MS)
          await next
          clearTimeout(timer)
        }
      } finally {
        forget()
      }
    },
  }
}

async function readOn(messageId: number, from: ReadFrom, reader: RemoteReader, write: Write) {
  const { after: have, can } = from
  // Read before the log: an answer that ends in between still has its log, or is found finished in the next round.
  const finished = await reader.finished(messageId)
  if (finished) {
    write(finishedEvents(finished.followed, finished.message, from))
    return { seq: have, ended: finished.message }
  }
  const events = await reader.logged(messageId, have + 1)
  if (events.length) write(events.map((event, index) => sse(messageId, have + index + 1, event, can)))
  return { seq: have + events.length, ended: undefined }
}
