// What a data source needs of its documents. The feature `media` answers it.
import type { MediaItem, SentMedia } from '@polylogue/contract'
import type { Runner, Tx } from '#platform/db/index.ts'

/** A document of a data source: ids grow, and documents are added under a lock, so an id tells what a list contained. */
export interface AddedDocument {
  readonly id: number
  readonly userId: number | null
}

/** New documents whose bytes are stored, and the ids of those to keep; undefined: the list was not sent. */
export interface PreparedDocuments {
  readonly keep: readonly number[] | undefined
  /** Stores the new documents. The data source is locked. */
  insert(client: Runner, datasourceId: number, userId: number): Promise<void>
  readonly count: number
  /** Deletes the stored bytes, when the transaction failed. */
  discard(): Promise<void>
}

export interface SourceDocuments {
  list(db: Runner, datasourceId: number): Promise<(AddedDocument & { readonly item: MediaItem })[]>
  /** Checks and stores sent documents, one after the other. @throws Problem TOO_MANY_NEW_MEDIA; nothing is stored then */
  prepare(sent: readonly SentMedia[] | undefined): Promise<PreparedDocuments>
  /** @throws Problem TOO_MANY_MEDIA */
  requireRoom(db: Runner, datasourceId: number, added: number): Promise<void>
  /** Deletes documents, and their bytes after the commit. The data source is locked. */
  remove(
    tx: Tx,
    client: Runner,
    from: { readonly id: number; readonly ids: readonly number[] },
  ): Promise<void>
  /** Makes all documents be cut again. The data source is locked. */
  cutAgain(db: Runner, datasourceId: number): Promise<void>
  /** Makes the scans be read again, in other languages or by another model. */
  recognizeAgain(db: Runner, datasourceId: number): Promise<void>
  /** Starts the indexing of waiting documents; call after the commit. */
  wake(): void
}
