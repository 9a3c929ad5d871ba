// Builds the entries of the audit trail about data sources and their documents.
import type { Person } from '../../access/index.ts'
import type { Items, ItemsDeps } from '../../access/items/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { datasources } from './table.ts'

export interface AuditDeps {
  readonly audit: ItemsDeps['audit']
  readonly items: Pick<Items<typeof datasources>, 'get'>
}

/** Returns a data source as the audit trail names it; call it before the transaction. */
export async function auditedSource({ items }: AuditDeps, viewer: Person, id: number) {
  const { shares, name } = await items.get(viewer, id)
  // The name of a private item stays out of the audit trail (decision 39).
  return { type: 'datasource', id, name: shares.length > 0 ? name : '' }
}

/** Records that somebody removed documents of a data source. */
export async function auditRemoved(
  { audit }: AuditDeps,
  tx: Tx,
  { by, on, documents }: { by: Person; on: Awaited<ReturnType<typeof auditedSource>>; documents: number },
): Promise<void> {
  if (documents > 0) await audit.record(tx, { action: 'document.removed', by, on, details: { documents } })
}
