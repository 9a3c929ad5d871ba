// Labels of data sources: how confidential their documents are (decision 72).
import type { DatasourceLabel } from '@polylogue/contract'

/** The configured labels. */
export interface Labels {
  readonly all: readonly DatasourceLabel[]
  /** Whether external models get no text of documents with this label. A label that is no longer configured counts as strict. */
  isLocalOnly(label: string): boolean
}

export function openLabels(all: readonly DatasourceLabel[]): Labels {
  const known = new Map(all.map((label) => [label.name, label.localOnly]))
  return { all, isLocalOnly: (label) => label !== '' && (known.get(label) ?? true) }
}
