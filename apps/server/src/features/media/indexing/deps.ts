import type { Person } from '#access/index.ts'
import type { SiteKind } from '@polylogue/contract'
import type { Blobs } from '#platform/blobs/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { StillHeld } from '#platform/claims/index.ts'
import type { Database, Runner, Tx } from '#platform/db/index.ts'
import type { Documents } from '#platform/documents/index.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import type { DirectEvent, DirectQuestion } from '#features/answers/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { Indexer } from '../indexer/index.ts'
import type { Fetched } from './fetch.ts'
import type { Takeable, Taken } from './steps-store.ts'

/** How addresses are fetched. */
export interface AddressLimits {
  /** Milliseconds between two requests to a host. */
  readonly hostGapMs: number
  /** Milliseconds between two checks for addresses that are due. */
  readonly pollMs: number
}

export const ADDRESS_LIMITS: AddressLimits = { hostGapMs: 1_000, pollMs: 60_000 }

/** Signals that end work early. */
export interface Ends {
  /** Aborts when the process ends. */
  readonly ending: AbortSignal
  /** Aborts when the work was taken from this process, which must not store any of it. */
  readonly lost: AbortSignal
}

/** What asking a model needs. Questions wait behind all others of its provider. */
export interface Seeing {
  readonly models: Pick<ModelsService, 'tagForPrompt'>
  readonly confidentiality: Pick<Confidentiality, 'isLocalOnly'>
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
  readonly answer: (asked: DirectQuestion) => AsyncIterable<DirectEvent>
}

/** A site that this process checks. */
export interface TakenSite {
  readonly id: number
  readonly datasourceId: number
  readonly kind: SiteKind
  readonly url: string
  readonly host: string
  readonly attempts: number
  readonly failures: number
}

/** The work on sites, which shares places and hosts with fetched documents. The feature `sites` does it. */
export interface SiteWork {
  /** Returns which of these sites the process still has. */
  readonly stillHeld: StillHeld
  /** Takes the next site of a person that is due; undefined when there is none. */
  take(db: Runner, userId: number, server: string, takeable: Takeable): Promise<TakenSite | undefined>
  /** Checks a site that this process has taken. */
  check(site: TakenSite, ends: Ends): Promise<void>
  /** Adds the pages that a fetched page links to, if it belongs to a folder of pages. */
  addLinkedPages(
    page: Pick<Taken, 'id' | 'status' | 'siteId' | 'datasourceId'>,
    fetched: Pick<Fetched, 'mimeType' | 'body' | 'validators'>,
  ): Promise<void>
}

export interface IndexingDeps {
  readonly db: Database
  readonly blobs: Blobs
  readonly bus: Pick<Bus, 'on'>
  readonly clock: Clock
  readonly documents: Documents
  readonly outbound: Outbound
  readonly log: Log
  readonly indexer: Indexer
  readonly sites: SiteWork
  /** The models that read scans. */
  readonly seeing: Seeing
  /** Bytes of one document. */
  readonly maxBytes: number
  readonly addressLimits?: Partial<AddressLimits> | undefined
  /** The id of this process, under which it is registered. */
  readonly serverId: () => string
  /** Enqueues the deletion of bytes, in the transaction. */
  forget(tx: Tx, keys: readonly string[]): Promise<void>
}
