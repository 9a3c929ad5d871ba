// Builds the entries of the audit trail about data sources and their documents.
import type { Person } from '#access/index.ts'
import type { ItemFacts, Items, ItemsDeps } from '#access/items/index.ts'
import type { Tx } from '#platform/db/index.ts'
import type { datasources } from './table.ts'

export interface AuditDeps {
  readonly audit: ItemsDeps['audit']
  readonly items: Pick<Items<typeof datasources>, 'get'>
}

/** A data source as the audit trail names it. */
export interface AuditedSource {
  readonly type: 'datasource'
  readonly id: number
  readonly name: string
}

/** Returns how the audit trail names a data source: the name of a private item stays out of it (decision 39). */
export const auditedAs = ({
  id,
  name,
  shares,
}: Pick<ItemFacts<typeof datasources>, 'id' | 'name' | 'shares'>): AuditedSource => ({
  type: 'datasource',
  id,
  name: shares.length > 0 ? name : '',
})

/** Returns a data source as the audit trail names it; call it before the transaction. */
export async function auditedSource(
  { items }: AuditDeps,
  viewer: Person,
  id: number,
): Promise<AuditedSource> {
  return auditedAs(await items.get(viewer, id))
}

/** Records that a data source became more or less confidential; levels by their names, empty for none. */
export async function auditConfidentiality(
  { audit }: Pick<AuditDeps, 'audit'>,
  tx: Tx,
  { by, on, from, to }: { by: Person; on: AuditedSource; from: string; to: string },
): Promise<void> {
  await audit.record(tx, { action: 'datasource.confidentiality-changed', by, on, details: { from, to } })
}

/** Records which model gets the pictures of a data source's scans; names of tags, empty for none. */
export async function auditScanModel(
  { audit }: Pick<AuditDeps, 'audit'>,
  tx: Tx,
  { by, on, from, to }: { by: Person; on: AuditedSource; from: string; to: string },
): Promise<void> {
  await audit.record(tx, { action: 'datasource.scan-model-chosen', by, on, details: { from, to } })
}

/** Records that somebody removed documents of a data source. */
export async function auditRemoved(
  { audit }: Pick<AuditDeps, 'audit'>,
  tx: Tx,
  { by, on, documents }: { by: Person; on: AuditedSource; documents: number },
): Promise<void> {
  if (documents > 0) await audit.record(tx, { action: 'document.removed', by, on, details: { documents } })
}
