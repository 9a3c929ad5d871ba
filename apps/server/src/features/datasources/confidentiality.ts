// How confidential the documents of data sources are (decision 72): `label` in the contract and the database,
// `datasourceLabels` in the configuration. The labels of features/labels are categories and tags.
import type { DatasourceLabel } from '@polylogue/contract'

/** The configured levels of confidentiality. */
export interface Confidentiality {
  readonly all: readonly DatasourceLabel[]
  /** Whether external models get no text of documents of this level. A level that is no longer configured counts as strict. */
  isLocalOnly(level: string): boolean
}

export function openConfidentiality(all: readonly DatasourceLabel[]): Confidentiality {
  const known = new Map(all.map(({ name, localOnly }) => [name, localOnly]))
  return { all, isLocalOnly: (level) => level !== '' && (known.get(level) ?? true) }
}
