// Limits parallel answers and orders the waiting questions (decision 0026). One line per provider; viewers take turns in it,
// and each viewer's questions keep their order. The visitors of a chatbot take the turns of one viewer. All endpoints of a process share one queue.
import { Problem } from '#problem.ts'
import { ProviderQueue, placeIn, type Asker, type QueuePosition, type Waiter } from './provider-queue.ts'
import { ServerEnds } from '../server-ends.ts'

export type { QueuePosition } from './provider-queue.ts'

export interface QueueLimits {
  /** Limits on running answers per user and per process. */
  readonly streamsPerUser: number
  readonly streamsPerServer: number
  /** Limits on waiting questions per user and per provider. */
  readonly waitingPerUser: number
  readonly waitingPerEngine: number
  /** Limit on the bytes of all waiting and running questions; one user may take a quarter. */
  readonly waitingBytes: number
}

/** A question that requests a turn. */
export interface TurnRequest {
  /** The viewer key of who asks. */
  readonly key: string
  /** Whose turns it takes, where many viewers share them, such as the visitors of one chatbot; default `key`. */
  readonly turns?: string | undefined
  /** Whether it gets its turn after all questions that wait, and is counted apart from its viewer's questions. */
  readonly isBackground?: boolean
  readonly providerId: number
  /** Parallel answers of the provider. */
  readonly atOnce: number
  /** The model's full name, for error sentences. */
  readonly model: string
  /** Returns the bytes of memory that it takes until it is answered. */
  readonly bytes: () => number
}

/** A question's place in the queue, waiting or with its turn. */
export interface QueueEntry {
  /** Whether it is still waiting. */
  readonly waits: boolean
  /** Yields position updates until its turn comes. Throws the signal's reason, or ServerEnds. */
  waiting(signal: AbortSignal): AsyncGenerator<QueuePosition>
  /** Reserves more bytes until the place is released; returns false, without reserving, when there is no room. */
  reserve(bytes: number): boolean
  /** Releases the place, waiting or not. A second call does nothing. */
  leave(): void
}

/** The line of a provider. */
export interface QueueLine {
  readonly providerId: number
  readonly running: number
  readonly waiting: number
  /** Milliseconds that the oldest question has waited; null when none waits. */
  readonly oldestMs: number | null
}

export interface Queue {
  /**
   * Takes a place: with its turn at once when there is room, else at the end of the line.
   * @throws Problem TOO_MANY_STREAMS, SERVER_BUSY, QUEUE_FULL, SHUTTING_DOWN, each with the seconds to retry after
   */
  enter(request: TurnRequest): QueueEntry
  /** Numbers of running answers and waiting questions. */
  readonly counts: { readonly made: number; readonly waiting: number }
  /** Returns the lines of the providers that were asked. */
  lines(): QueueLine[]
  /** Interrupts all waiting questions and gives no more turns. */
  close(): void
}

/** Running answers and waiting questions, per provider, of those who share turns, such as the visitors of one chatbot. */
const MOST_SHARED = { made: 50, waiting: 200 }
const RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 120
/** Minimum interval between position updates. */
const TELL_MS = 1_000
/** Computing all positions may take at most 1/TELL_SHARE of the time. */
const TELL_SHARE = 50

export function openQueue(limits: QueueLimits): Queue {
  return new Queues(limits)
}

class Queues implements Queue {
  readonly #limits: QueueLimits
  readonly #providerQueues = new Map<number, ProviderQueue>()
  readonly #askers = new Map<string, Asker>()
  readonly counts = { made: 0, waiting: 0 }
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  enter(request: TurnRequest): QueueEntry {
    if (this.#closed) throw new Problem('SHUTTING_DOWN', {}, { retryAfter: RETRY_SECONDS })
    const providerQueue = this.#providerQueueOf(request)
    const asker = this.#askerOf(request)
    const { streamsPerUser, streamsPerServer } = this.#limits
    if (this.counts.made >= streamsPerServer)
      throw new Problem('SERVER_BUSY', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS })
    // Every waiting question that could run has its turn already: those left are at their user's limit.
    const hasRoom =
      providerQueue.made < providerQueue.atOnce &&
      asker.made < streamsPerUser &&
      providerQueue.hasShare(asker)
    const bytes = request.bytes()
    this.#mustHold(request, { providerQueue, asker, bytes })
    if (!hasRoom) this.#mustLetWait(request, providerQueue, asker)
    this.#askers.set(asker.id, asker)
    const since = performance.now()
    const place = { round: 0, order: 0, since, state: 'waiting', wake: () => undefined } as const
    const waiter: Waiter = { asker, line: providerQueue, bytes, ...place }
    this.#hold(waiter, 1)
    if (hasRoom) this.#begin(waiter, false)
    else this.#wait(waiter)
    return placeIn(waiter, {
      leave: () => this.#leave(waiter),
      reserve: (more) => this.#reserveMore(waiter, more),
    })
  }

  lines(): QueueLine[] {
    const now = performance.now()
    return [...this.#providerQueues].map(([providerId, line]) => {
      const questions = line.waiters().filter(({ asker }) => !asker.isBackground)
      const oldest = questions.reduce((first, { since }) => Math.min(first, since), now)
      const oldestMs = questions.length > 0 ? Math.round(now - oldest) : null
      return { providerId, running: line.made, waiting: questions.length, oldestMs }
    })
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const providerQueue of this.#providerQueues.values())
      for (const waiter of providerQueue.waiters()) {
        this.#leave(waiter)
        waiter.ended = new ServerEnds('INTERRUPTED')
        waiter.wake()
      }
  }

  #askerOf({ key, turns = key, isBackground = false }: TurnRequest): Asker {
    const id = isBackground ? `background ${key}` : key
    return this.#askers.get(id) ?? newAsker(id, { isBackground, turns: isBackground ? id : turns })
  }

  #providerQueueOf({ providerId, atOnce }: TurnRequest): ProviderQueue {
    const providerQueue = this.#providerQueues.get(providerId) ?? new ProviderQueue(atOnce, MOST_SHARED.made)
    this.#providerQueues.set(providerId, providerQueue)
    if (providerQueue.atOnce !== atOnce) {
      providerQueue.atOnce = atOnce
      this.#next()
    }
    return providerQueue
  }

  /** @throws Problem when it exceeds the memory for all questions or for one user */
  #mustHold(
    request: TurnRequest,
    { providerQueue, asker, bytes }: { providerQueue: ProviderQueue; asker: Asker; bytes: number },
  ): void {
    const { waitingBytes } = this.#limits
    const isFirst = asker.made + asker.waiting === 0
    if (!isFirst && asker.bytes + bytes > waitingBytes / 4) throw tooMany(asker)
    if (this.#bytes + bytes > waitingBytes && this.#bytes > 0) throw full(request, providerQueue)
  }

  /** @throws Problem when the line is full */
  #mustLetWait(request: TurnRequest, providerQueue: ProviderQueue, asker: Asker): void {
    const { waitingPerUser, waitingPerEngine } = this.#limits
    if (asker.waiting >= waitingPerUser) throw tooMany(asker)
    const isShareFull = asker.turns !== asker.id && providerQueue.waitingWith(asker) >= MOST_SHARED.waiting
    if (isShareFull || providerQueue.waitingOf(asker) >= waitingPerEngine) throw full(request, providerQueue)
  }

  #begin(waiter: Waiter, waited: boolean): void {
    waiter.state = 'turn'
    waiter.since = performance.now()
    waiter.line.begin(waiter, waited)
    waiter.asker.made++
    this.counts.made++
  }

  #wait(waiter: Waiter): void {
    waiter.line.add(waiter)
    this.#countWaiting(waiter, 1)
    waiter.news = waiter.line.positionOf(waiter)
    this.#timer ??= setTimeout(() => this.#announce(), TELL_MS)
  }

  #countWaiting({ asker }: Waiter, by: 1 | -1): void {
    asker.waiting += by
    this.counts.waiting += by
  }

  #hold({ asker, bytes }: Waiter, by: 1 | -1): void {
    asker.bytes += by * bytes
    this.#bytes += by * bytes
  }

  /** Same rule as for a new question: a user's only question may exceed their share, and the only one of all the total. */
  #reserveMore(waiter: Waiter, bytes: number): boolean {
    const { waitingBytes } = this.#limits
    const { asker, state } = waiter
    const isOnly = asker.made + asker.waiting === 1
    if (state === 'left' || (!isOnly && asker.bytes + bytes > waitingBytes / 4)) return false
    if (this.#bytes + bytes > waitingBytes && this.#bytes > waiter.bytes) return false
    waiter.bytes += bytes
    asker.bytes += bytes
    this.#bytes += bytes
    return true
  }

  #leave(waiter: Waiter): void {
    if (waiter.state === 'left') return
    const { asker, line: providerQueue } = waiter
    if (waiter.state === 'turn') {
      providerQueue.end(asker, performance.now() - waiter.since)
      asker.made--
      this.counts.made--
    } else {
      providerQueue.remove(waiter)
      this.#countWaiting(waiter, -1)
    }
    waiter.state = 'left'
    this.#hold(waiter, -1)
    if (asker.made === 0 && asker.waiting === 0) this.#askers.delete(asker.id)
    if (this.counts.waiting > 0) this.#next()
  }

  /** Gives turns while there is room. Checks every line, because a user's limit spans all of them. */
  #next(): void {
    const { streamsPerUser, streamsPerServer } = this.#limits
    if (this.#closed) return
    for (const providerQueue of this.#providerQueues.values())
      while (
        providerQueue.waiting > 0 &&
        providerQueue.made < providerQueue.atOnce &&
        this.counts.made < streamsPerServer
      ) {
        const waiter = providerQueue.takeNext((asker) => asker.made < streamsPerUser)
        if (!waiter) break
        this.#countWaiting(waiter, -1)
        this.#begin(waiter, true)
        waiter.wake()
      }
  }

  #announce(): void {
    const began = performance.now()
    for (const providerQueue of this.#providerQueues.values()) providerQueue.announce()
    const took = performance.now() - began
    this.#timer =
      this.counts.waiting > 0
        ? setTimeout(() => this.#announce(), Math.max(TELL_MS, took * TELL_SHARE))
        : undefined
  }
}

function tooMany({ made, waiting }: Asker): Problem {
  return new Problem('TOO_MANY_STREAMS', { limit: made + waiting }, { retryAfter: RETRY_SECONDS })
}

function full({ model, isBackground = false }: TurnRequest, providerQueue: ProviderQueue): Problem {
  const seconds = Math.min(LONGEST_RETRY_SECONDS, providerQueue.secondsUntilNext() ?? RETRY_SECONDS)
  return new Problem(
    'QUEUE_FULL',
    { model, limit: providerQueue.waitingOf({ isBackground }), seconds },
    { retryAfter: seconds },
  )
}

function newAsker(id: string, { turns, isBackground }: Pick<Asker, 'turns' | 'isBackground'>): Asker {
  return { id, turns, isBackground, made: 0, waiting: 0, bytes: 0 }
}
