// Handles live events about data sources and their documents.
import { LIVE } from '@polylogue/contract/browser'
import type { LiveHandler, LivePage } from '../live/index.ts'
import { datasourceKeys } from './keys.ts'

/** Minimum time between two refetches: each of many documents that are indexed causes two events, and lists of them are long. */
const GAP_MS = 1_500

const refetchAll = ({ refresh }: LivePage) => refresh.ask({ queryKey: datasourceKeys.all }, GAP_MS)

export const datasourcesLive: LiveHandler = {
  on: { [LIVE.datasources]: refetchAll, [LIVE.media]: refetchAll },
  onOpen(page, first) {
    if (!first) refetchAll(page)
  },
}
