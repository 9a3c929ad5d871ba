// Whoever follows an answer in somebody else's project loses the stream when they lose the access: within five seconds, and
// at once when the change is told.
import type { Viewer } from '../../access/index.ts'
import type { EventSource } from '../../http/stream.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Log } from '../../platform/log.ts'

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
  /** The same stream, ended once its reader may not read the answer any more. */
  whileReadable(viewer: Viewer, messageId: number, source: EventSource): EventSource
  close(): void
}

interface Reading extends Following {
  readonly control: AbortController
}

interface Given {
  readonly bus: Pick<Bus, 'on' | 'onGap'>
  readonly log: Log
  /** Which of some readers may read on. */
  readonly still: (following: readonly Following[]) => Promise<readonly StillReading[]>
}

export function openReaders(given: Given): Readers {
  const open = openWatchedSet(given)
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
    whileReadable: (viewer, messageId, source) => ({
      async follow(write, signal) {
        const one = { messageId, reader: viewer.contextId, control: new AbortController() }
        const both = AbortSignal.any([signal, one.control.signal])
        open.add(one)
        try {
          await source.follow((events) => {
            if (!both.aborted) write(events)
          }, both)
        } finally {
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
