// Closes the stream of a reader who loses access to a shared project: within five seconds, and at once when the change is
// announced by an event.
import { viewerKey, type Viewer } from '#access/index.ts'
import type { Message } from '@polylogue/contract'
import type { EventSource } from '#http/stream.ts'
import type { AnswerSource } from './follower.ts'
import { openBatch } from '#platform/batch.ts'
import type { Bus } from '#platform/bus.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import { Problem } from '#problem.ts'

/** Polling interval, in case an event is missed. */
const LOOK_EVERY_MS = 3_000

/** An answer and its reader. */
export interface Following {
  readonly messageId: number
  readonly viewer: Viewer
}

/** An answer that was read to its end, with its message where the reader received it. */
export interface Read extends Following {
  readonly message: Message | undefined
}

/** An answer that a reader may still read. Owners are not checked again: they keep access as long as they exist. */
export interface StillReading {
  readonly messageId: number
  /** The viewer key of the reader. */
  readonly reader: string
  readonly isOwner: boolean
}

export interface Readers {
  /** @throws Problem TOO_MANY_STREAMS when the viewer has reached the limit of followed answers */
  mustHaveRoom(viewer: Viewer): void
  /**
   * Runs the work that precedes following an answer. Counts the viewer's parallel attempts from the start, so that a thousand
   * at once cost the database no more than twenty.
   * @throws Problem TOO_MANY_STREAMS when the viewer has reached the limit for this answer or for all answers
   */
  entering<T>(viewer: Viewer, messageId: number, work: () => Promise<T>): Promise<T>
  /** Returns the same stream, closed once its reader may not read the answer any more. */
  whileReadable(viewer: Viewer, messageId: number, source: AnswerSource): EventSource
  close(): void
}

interface Reading extends Following {
  readonly reader: string
  readonly control: AbortController
}

/** Streams of one viewer on the same answer: enough for more than ten browser tabs. */
const PLACES_PER_ANSWER = 20
const RETRY_SECONDS = 10

interface Deps {
  /** Limit on open answer streams per viewer. */
  readonly most: () => number
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly log: Log
  /** Called when a viewer has read an answer to its end. */
  readonly seen: (read: Read) => void
  /** Returns which of these readers may still read. */
  readonly still: (following: readonly Following[]) => Promise<readonly StillReading[]>
}

export function openReaders(deps: Deps): Readers {
  const open = openWatchedSet(deps)
  const places = openPlaces()
  const entrance = openPlaces()
  // Access changes arrive in groups; one query covers them.
  const changes = openBatch(PAUSES.live, () => open.look())
  const lookSoon = () => {
    if (!open.isEmpty()) changes.add(['access'])
  }
  const left = [
    deps.bus.on('access.changed', lookSoon),
    deps.bus.on('user.changed', lookSoon),
    deps.bus.onGap(lookSoon),
  ]
  return {
    mustHaveRoom(viewer) {
      if (places.of(viewerKey(viewer)) >= deps.most()) throw tooMany(deps.most())
    },
    async entering(viewer, messageId, work) {
      const reader = viewerKey(viewer)
      if (places.of(reader) + entrance.of(reader) >= deps.most()) throw tooMany(deps.most())
      const taken = places.of(reader, messageId) + entrance.of(reader, messageId)
      if (taken >= PLACES_PER_ANSWER) throw tooMany(PLACES_PER_ANSWER)
      const leave = entrance.take({ reader, messageId })
      try {
        return await work()
      } finally {
        // The follower has taken its own place by the next turn of the event loop.
        setImmediate(leave)
      }
    },
    whileReadable: (viewer, messageId, source) => ({
      async follow(write, signal) {
        const one = { messageId, viewer, reader: viewerKey(viewer), control: new AbortController() }
        // AbortSignal.any costs each answer more than a listener.
        const end = () => one.control.abort(signal.reason)
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) end()
        open.add(one)
        const leave = places.take(one)
        try {
          await source.follow((events) => {
            if (!one.control.signal.aborted) write(events)
          }, one.control.signal)
          if (!one.control.signal.aborted) deps.seen({ messageId, viewer, message: source.message() })
        } finally {
          signal.removeEventListener('abort', end)
          leave()
          open.forget(one)
        }
      },
    }),
    close() {
      for (const leave of left) leave()
      changes.close()
    },
  }
}

/** A reader of an answer, as places and checks count it. */
type Place = Pick<StillReading, 'messageId' | 'reader'>

/** Counts the open streams of each viewer, in total and per answer. */
function openPlaces() {
  const counts = new Map<string, number>()
  const keys = ({ reader, messageId }: Place) => [reader, `${reader} ${messageId}`]
  const add = (key: string, by: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    of: (reader: string, messageId?: number) =>
      counts.get(messageId === undefined ? reader : `${reader} ${messageId}`) ?? 0,
    take(one: Place) {
      for (const key of keys(one)) add(key, 1)
      return () => {
        for (const key of keys(one)) add(key, -1)
      }
    },
  }
}

function tooMany(limit: number): Problem {
  const sentence = `You follow ${limit} answers already, or this one in as many places. Close some of these pages.`
  return new Problem('TOO_MANY_STREAMS', { limit }, { sentence, retryAfter: RETRY_SECONDS })
}

/** Holds the streams to check: all but those in the reader's own project. */
function openWatchedSet({ still, log }: Deps) {
  const open = new Set<Reading>()
  let timer: NodeJS.Timeout | undefined

  const forget = (one: Reading) => {
    open.delete(one)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const endThoseWhoMayNot = async () => {
    const looked = [...open]
    if (looked.length === 0) return
    const found = new Map((await still(looked)).map((one) => [keyOf(one), one]))
    for (const one of looked) {
      const reading = found.get(keyOf(one))
      if (!reading) one.control.abort()
      if (!reading || reading.isOwner) forget(one)
    }
  }

  const look = () => {
    endThoseWhoMayNot().catch((error: unknown) =>
      log.warn({ err: error }, 'readers of answers could not be looked up'),
    )
  }

  return {
    isEmpty: () => open.size === 0,
    add(one: Reading) {
      open.add(one)
      timer ??= setInterval(look, LOOK_EVERY_MS).unref()
    },
    forget,
    look,
  }
}

const keyOf = ({ messageId, reader }: Place) => `${messageId} ${reader}`
