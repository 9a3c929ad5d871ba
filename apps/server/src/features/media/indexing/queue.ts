// Indexes waiting documents and fetches due addresses. People take turns, so that hundreds of one person's documents do not delay
// another's. Requests to web servers have places of their own, so that slow servers do not delay documents (decision 85).
import { userKey } from '#access/index.ts'
import { Leases, openLooking, type Lease, type Looking } from '#platform/claims/index.ts'
import { openFairQueue } from '#platform/fair-queue.ts'
import { Problem } from '#problem.ts'
import { ADDRESS_LIMITS, type AddressLimits, type Ends, type IndexingDeps, type TakenSite } from './deps.ts'
import { documents } from './claimed-store.ts'
import { reopenAbandoned } from './reopen-store.ts'
import { adaptRecognitions } from './recognition-store.ts'
import { indexDocument, type ReadInTurn } from './document.ts'
import { Lane } from './lane.ts'
import { Rereading } from './rereading.ts'
import { takeToReread } from './reread-store.ts'
import { Hosts } from './hosts.ts'
import { openMerging, type Merging } from './merging.ts'
import * as store from './steps-store.ts'

/**
 * Documents that a process reads and stores at once, and addresses that it fetches. The readers are fewer (platform/documents), but
 * small texts do not wait for them.
 */
const READS = 3
const FETCHES = 4
/** Documents whose pictures are recognised at once: it takes seconds for a page, and indexing does not wait for it. */
const RECOGNITIONS = 1
/** Documents of older versions that are read again at once, while nothing new is read. */
const REREADS = 1

/** As many wait as are fetched and taken. */
const READING = { atOncePerPerson: 1, waitingPerPerson: Infinity, full: () => new Problem('SERVER_BUSY') }

export interface IndexingQueue {
  /** Looks for waiting documents. */
  wake(): void
  /** Merges the index of a data source whose passages people changed, when they pause; call after the commit. */
  merge(datasourceId: number): void
  /** Resumes what dead processes left, and starts to index. */
  takeUp(): Promise<void>
  /** Stops: documents that are being read wait for the next process. */
  close(): Promise<void>
}

export function openIndexingQueue(deps: IndexingDeps): IndexingQueue {
  const queue = new Indexing(deps)
  const unsubscribe = (['item.changed', 'item.deleted'] as const).map((event) =>
    deps.bus.on(event, ({ noun, id }) => {
      if (noun === 'datasource') queue.changed(id)
    }),
  )
  return {
    wake: () => queue.wake(),
    merge: (datasourceId) => queue.merge(datasourceId),
    takeUp: () => queue.takeUp(),
    async close() {
      unsubscribe.forEach((leave) => leave())
      await queue.close()
    },
  }
}

/** A document or site map at work; it sends requests to `host`. */
type Work = { readonly host: string | null; readonly lease: Lease } & (
  | { readonly media: store.Taken }
  | { readonly site: TakenSite }
)

type Waiting = store.WaitingPerson | store.Rereader

class Indexing {
  readonly #deps: IndexingDeps
  readonly #ending = new AbortController()
  readonly #merging: Merging
  readonly #lanes: Readonly<Record<Waiting['kind'], Lane>>
  readonly #rereading: Rereading
  /** The turns of the documents that are taken, which fetched ones join. */
  readonly #reading = openFairQueue({ ...READING, atOnce: READS })
  /** The documents and site maps that this process has taken. */
  readonly #documents = new Leases(documents.stillHeld)
  readonly #sites: Leases
  readonly #limits: AddressLimits
  readonly #hosts: Hosts
  #polling: NodeJS.Timeout | undefined
  #taking = 0
  /** Documents that are read or wait for their turn, fetched ones included. */
  #readings = 0
  /** Documents are taken one after the other, so that two at work do not use the same host. */
  #lastTaken: Promise<unknown> = Promise.resolve()
  #hasRecognitions = false
  readonly #looking: Looking

  constructor(deps: IndexingDeps) {
    this.#deps = deps
    this.#sites = new Leases(deps.sites.stillHeld)
    this.#limits = { ...ADDRESS_LIMITS, ...deps.addressLimits }
    this.#hosts = new Hosts(this.#limits.hostGapMs)
    const recognitions = deps.documents.recognizes.length > 0 ? RECOGNITIONS : 0
    this.#lanes = {
      read: new Lane(READS),
      fetch: new Lane(FETCHES),
      recognize: new Lane(recognitions),
      reread: new Lane(REREADS),
      rerecognize: new Lane(recognitions),
    }
    this.#rereading = new Rereading(deps.db.pool)
    this.#merging = openMerging(deps, this.#ending.signal)
    this.#looking = openLooking({
      look: () => this.#look(),
      failed: (error) => deps.log.error({ err: error }, 'a document was not indexed; it is tried again'),
      ending: this.#ending.signal,
    })
  }

  wake(): void {
    this.#looking.wake()
  }

  /** Looks for waiting documents, and ends the work on those that were cancelled or removed. */
  changed(datasourceId: number): void {
    this.wake()
    const { pool } = this.#deps.db
    const server = this.#deps.serverId()
    for (const leases of [this.#documents, this.#sites])
      leases.check(pool, server, datasourceId).catch((error: unknown) => this.#looking.failed(error))
  }

  merge(datasourceId: number): void {
    this.#merging.addWhenQuiet(datasourceId)
  }

  async takeUp(): Promise<void> {
    this.#looking.start()
    this.#polling ??= setInterval(() => {
      this.#rereading.look()
      this.wake()
    }, this.#limits.pollMs).unref()
    this.#rereading.look()
    const server = this.#deps.serverId()
    const [running, fetching] = [this.#documents.ids(), this.#sites.ids()]
    // Skipped while a document is being taken, because it would look abandoned.
    if (this.#taking === 0)
      await reopenAbandoned(this.#deps.db, { server, running, sites: fetching, now: this.#deps.clock.now() })
    await this.#recognitions()
    void this.#merging.takeUp().catch((error: unknown) => this.#looking.failed(error))
    this.wake()
  }

  /** Once, because the packages of text recognition can be there or gone since the last start. */
  async #recognitions(): Promise<void> {
    if (this.#hasRecognitions) return
    this.#hasRecognitions = true
    await adaptRecognitions(this.#deps.db, this.#deps.documents.recognizes.length > 0)
  }

  async close(): Promise<void> {
    this.#ending.abort()
    clearInterval(this.#polling)
    await this.#looking.close()
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.ended()))
    await this.#merging.close()
  }

  async #look(): Promise<void> {
    const lanes = Object.entries(this.#lanes) as [Waiting['kind'], Lane][]
    // The end of work looks again.
    if (lanes.every(([, lane]) => lane.free === 0)) return
    const waiting = await store.waitingPeople(this.#deps.db.pool, this.#takeable())
    const held = new Set<string>(store.REREAD_KINDS.filter((kind) => !this.#isQuiet(kind, waiting)))
    const all = held.size < store.REREAD_KINDS.length ? await this.#rereading.people() : []
    for (const [kind, lane] of lanes) {
      if (held.has(kind)) continue
      const people = [...waiting, ...all].filter((one) => one.kind === kind)
      for (const one of lane.next(people)) this.#begin(lane, one)
    }
  }

  /** Whether documents can be read again, or recognised again, without delaying new ones. */
  #isQuiet(kind: store.RereadKind, waiting: readonly store.WaitingPerson[]): boolean {
    const before = kind === 'reread' ? 'read' : 'recognize'
    const isReading = kind === 'reread' && this.#readings > 0
    return !isReading && this.#lanes[before].isIdle && waiting.every((one) => one.kind !== before)
  }

  #begin(lane: Lane, one: Waiting): void {
    const work = this.#serve(one).catch((error: unknown) => this.#looking.failed(error))
    lane.begin(one.userId, work, () => this.wake())
  }

  async #serve(one: Waiting): Promise<void> {
    const work = await this.#take(one)
    if (!work) return
    const { host, lease } = work
    const ends = { ending: this.#ending.signal, lost: lease.lost }
    try {
      if ('site' in work) await this.#deps.sites.check(work.site, ends)
      else {
        // The others have places of their own, and turns in platform/documents.
        const isTurn = one.kind === 'read' || one.kind === 'fetch'
        const inTurn: ReadInTurn = isTurn ? this.#inTurn(one, ends) : (read) => read()
        await indexDocument(this.#deps, work.media, ends, inTurn)
        this.#merging.add(work.media.datasourceId)
      }
    } finally {
      this.#documents.end(lease)
      this.#sites.end(lease)
      if (host !== null) this.#leave(host)
    }
  }

  #inTurn({ userId }: Waiting, { ending, lost }: Ends): ReadInTurn {
    const gone = AbortSignal.any([ending, lost])
    return async (work) => {
      this.#readings++
      try {
        const isDone = await this.#reading({ key: userKey(userId), gone }, () => work().then(() => true))
        if (!isDone) gone.throwIfAborted()
      } finally {
        this.#readings--
      }
    }
  }

  /** Frees a host for the next request after a pause. */
  #leave(host: string): void {
    this.#hosts.end(host)
    // A timer may fire a moment early.
    setTimeout(() => this.wake(), this.#limits.hostGapMs + 5).unref()
  }

  #takeable(): store.Takeable {
    return { busy: this.#hosts.waiting(), now: this.#deps.clock.now() }
  }

  #take(one: Waiting): Promise<Work | undefined> {
    const taken = this.#lastTaken.then(() => this.#takeNext(one))
    this.#lastTaken = taken.catch(() => undefined)
    return taken
  }

  async #takeNext(one: Waiting): Promise<Work | undefined> {
    this.#taking++
    try {
      const { pool } = this.#deps.db
      const server = this.#deps.serverId()
      const lane = this.#lanes[one.kind]
      const takeable = { ...this.#takeable(), sources: lane.sources }
      const media = store.isRereader(one)
        ? await takeToReread(pool, one, server)
        : await store.take(pool, one, server, takeable)
      if (media) {
        lane.tookFrom(media.datasourceId)
        const lease = this.#documents.begin(media)
        const host = store.isFetched(media) ? media.host : null
        if (host !== null) this.#hosts.begin(host)
        return { media, host, lease }
      }
      if (store.isRereader(one)) this.#rereading.isDone(one)
      if (one.kind !== 'fetch') return undefined
      const site = await this.#deps.sites.take(pool, one.userId, server, takeable)
      if (!site) return undefined
      const lease = this.#sites.begin(site)
      this.#hosts.begin(site.host)
      return { site, host: site.host, lease }
    } finally {
      this.#taking--
    }
  }
}
