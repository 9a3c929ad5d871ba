import type { Datasource } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'

/** Whether a data source can be used: all its documents are indexed or failed. */
export const isReady = ({ status }: Pick<Datasource, 'status'>): boolean => status === DATASOURCE_STATUS.ready
