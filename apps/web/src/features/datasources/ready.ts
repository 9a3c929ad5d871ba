import type { Datasource } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'

/** Whether a data source can be searched and used, also while some of its documents are read. */
export const isSearchable = ({ status, chunks }: Pick<Datasource, 'status' | 'chunks'>): boolean =>
  status === DATASOURCE_STATUS.ready || chunks > 0

/** Whether a data source is complete: all its documents are indexed or failed. */
export const isReady = ({ status }: Pick<Datasource, 'status'>): boolean => status === DATASOURCE_STATUS.ready
