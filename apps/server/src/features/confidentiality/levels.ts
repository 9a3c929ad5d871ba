// How confidential the documents of data sources are (decision 72): `label` in the contract and the database,
// `datasourceLabels` in the configuration. The labels of features/labels are categories and tags.
import type { DatasourceLabel } from '@polylogue/contract'
import type { Tx } from '#platform/db/index.ts'
import { isConfidentialSql, keepRemoved } from './store.ts'

/** The configured levels of confidentiality, and which messages are confidential because of them (decision 86). */
export interface Confidentiality {
  readonly all: readonly DatasourceLabel[]
  /** Whether external models get no text of documents of this level. A level that is no longer configured counts as strict. */
  isLocalOnly(level: string): boolean
  /**
   * Returns the SQL of whether a message is confidential: what it used was for local models only then, or is now. `message`
   * is its table or alias.
   */
  ofMessage(message: string): string
  /** Keeps messages confidential whose data sources are deleted. Call before, in the same transaction. */
  keepRemoved(tx: Tx, datasourceIds: readonly number[]): Promise<void>
}

export function openConfidentiality(all: readonly DatasourceLabel[]): Confidentiality {
  const known = new Map(all.map(({ name, localOnly }) => [name, localOnly]))
  const open = ['', ...all.flatMap(({ name, localOnly }) => (localOnly ? [] : [name]))]
  return {
    all,
    isLocalOnly: (level) => level !== '' && (known.get(level) ?? true),
    ofMessage: (message) => isConfidentialSql(message, open),
    keepRemoved: (tx, datasourceIds) => keepRemoved(tx, datasourceIds, open),
  }
}
