// Whoever follows an answer in somebody else's project loses the stream when they lose the access: within five seconds, and
// at once when the change is told.
import type { Person } from '../../../access/index.ts'
import type { EventSource } from '../../../http/stream.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Log } from '../../../platform/log.ts'
import { Problem } from '../../../problem.ts'

/** The net under the events, which may be missed. */
const LOOK_EVERY_MS = 3_000
/** Changes come in groups; they are looked at together. */
const GATHER_MS = 50

/** Somebody, by their own context, and the answer they follow. */
export interface Following {
  readonly messageId: number
  readonly reader: number
}

/** Who may read on, and whose project it is: an owner's access does not end while they are there. */
export type StillReading = Following & { readonly isOwner: boolean }

export interface Readers {
  /** @throws Problem TOO_MANY_STREAMS when somebody follows as many answers as they may */
  mustHaveRoom(viewer: Person): void
  /**
   * Does what comes before somebody follows an answer. Others of theirs who want to follow the same one are counted from the
   * beginning of it, so that a thousand at once cost the database no more than twenty.
   * @throws Problem TOO_MANY_STREAMS when somebody follows this answer in as many places as they may, or as many answers
   */
  entering<T>(viewer: Person, messageId: number, work: () => Promise<T>): Promise<T>
  /** The same stream, ended once its reader may not read the answer any more. */
  whileReadable(viewer: Person, messageId: number, source: EventSource): EventSource
  close(): void
}

interface Reading extends Following {
  readonly control: AbortController
}

/** Pages and devices of one person that follow the same answer: more than ten browser tabs. */
const PLACES_PER_ANSWER = 20
const RETRY_SECONDS = 10

interface Given {
  /** Streams of answers that one person may have open. */
  readonly most: number
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly log: Log
  /** Which of some readers may read on. */
  readonly still: (following: readonly Following[]) => Promise<readonly StillReading[]>
}

export function openReaders(given: Given): Readers {
  const open = openWatchedSet(given)
  const places = openPlaces()
  const entrance = openPlaces()
  let soon: NodeJS.Timeout | undefined
  const lookSoon = () => {
    if (open.isEmpty()) return
    soon ??= setTimeout(() => {
      soon = undefined
      open.look()
    }, GATHER_MS)
  }
  const left = [
    given.bus.on('access.changed', lookSoon),
    given.bus.on('user.changed', lookSoon),
    given.bus.onGap(lookSoon),
  ]
  return {
    mustHaveRoom({ contextId }) {
      if (places.of(contextId) >= given.most) throw tooMany(given.most)
    },
    async entering({ contextId: reader }, messageId, work) {
      if (places.of(reader) + entrance.of(reader) >= given.most) throw tooMany(given.most)
      const taken = places.of(reader, messageId) + entrance.of(reader, messageId)
      if (taken >= PLACES_PER_ANSWER) throw tooMany(PLACES_PER_ANSWER)
      const leave = entrance.take({ reader, messageId })
      try {
        return await work()
      } finally {
        // Whoever follows has taken a place of their own by the next turn.
        setImmediate(leave)
      }
    },
    whileReadable: (viewer, messageId, source) => ({
      async follow(write, signal) {
        const one = { messageId, reader: viewer.contextId, control: new AbortController() }
        const both = AbortSignal.any([signal, one.control.signal])
        open.add(one)
        const leave = places.take(one)
        try {
          await source.follow((events) => {
            if (!both.aborted) write(events)
          }, both)
        } finally {
          leave()
          open.forget(one)
        }
      },
    }),
    close() {
      for (const leave of left) leave()
      clearTimeout(soon)
    },
  }
}

/** How many streams people have open, in all and of one answer. */
function openPlaces() {
  const counts = new Map<string, number>()
  const keys = ({ reader, messageId }: Following) => [`${reader}`, `${reader} ${messageId}`]
  const add = (key: string, by: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    of: (reader: number, messageId?: number) =>
      counts.get(messageId === undefined ? `${reader}` : `${reader} ${messageId}`) ?? 0,
    take(one: Following) {
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

/** Who is looked at: everybody but those whose own project it is. */
function openWatchedSet({ still, log }: Given) {
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

const keyOf = ({ messageId, reader }: Following) => `${messageId} ${reader}`
