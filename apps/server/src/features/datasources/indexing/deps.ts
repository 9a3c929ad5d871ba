import type { Person } from '#access/index.ts'
import type { Blobs } from '#platform/blobs/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { Documents } from '#platform/documents/index.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import type { DirectEvent, DirectQuestion } from '#features/answers/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { Indexer } from '../indexer/index.ts'

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

export interface IndexingDeps {
  readonly db: Database
  readonly blobs: Blobs
  readonly bus: Pick<Bus, 'on'>
  readonly clock: Clock
  readonly documents: Documents
  readonly outbound: Outbound
  readonly log: Log
  readonly indexer: Indexer
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
