// Handles live events about data sources and their documents.
import { LIVE } from '@polylogue/contract/browser'
import { refetch, type LiveHandler, type LivePage } from '../live/index.ts'
import { datasourceKeys } from './keys.ts'

const refetchAll = (page: LivePage) => refetch(page, datasourceKeys.all)

export const datasourcesLive: LiveHandler = {
  on: { [LIVE.datasources]: refetchAll, [LIVE.media]: refetchAll },
  onOpen(page, first) {
    if (!first) refetchAll(page)
  },
}
