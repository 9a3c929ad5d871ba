// Data sources as items, with what is deleted with them.
import { openItems, type Items, type ItemsDeps } from '#access/items/index.ts'
import { enqueueForgotten, type Blobs, type ForgottenBlobs } from '#platform/blobs/index.ts'
import type { Tx } from '#platform/db/index.ts'
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { datasourceItem } from './item.ts'
import { documentsOf } from './store.ts'
import type { datasources } from './table.ts'

const FORGET_DOCUMENTS = 'datasources.forget-documents'

export interface DatasourceItems {
  readonly items: Items<typeof datasources>
  /** Enqueues the deletion of documents' bytes, in the transaction. */
  forget(tx: Tx, keys: readonly string[]): Promise<void>
}

export type DatasourceItemsDeps = ItemsDeps & {
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly confidentiality: Pick<Confidentiality, 'keepRemoved'>
}

/** Opens data sources as items: their documents have the access of their data source. */
export function openDatasourceItems(deps: DatasourceItemsDeps): DatasourceItems {
  const forget = (tx: Tx, keys: readonly string[]) => enqueueForgotten(deps.jobs, tx, FORGET_DOCUMENTS, keys)
  const items = openItems(deps, datasourceItem, {
    parts: {
      name: 'documents',
      async of(tx, ids) {
        const groups = Map.groupBy(await documentsOf(tx, ids), ({ datasourceId }) => datasourceId)
        return new Map([...groups].map(([id, some]) => [id, some.map((one) => one.id)]))
      },
      async clear(tx, ids) {
        await deps.confidentiality.keepRemoved(tx, ids)
        const documents = await documentsOf(tx, ids)
        await forget(
          tx,
          documents.flatMap(({ blobs }) => blobs),
        )
      },
    },
  })
  return { items, forget }
}

/** Deletes the bytes and texts of documents that were removed. */
export function forgetDocumentsJob(blobs: Pick<Blobs, 'remove'>): JobKind<ForgottenBlobs> {
  return {
    name: FORGET_DOCUMENTS,
    async run({ keys }) {
      for (const key of keys) await blobs.remove(key)
    },
  }
}
