import type { Tab } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import { replayKeys } from './keys.ts'

/** A replay ends within a day, so older tabs are not queried. */
const RECENT_MS = 86_400_000

/** Whether a tab can have a replay: one is cached, or the tab is young. */
export const mayHaveReplay = (cache: QueryClient, { id, created }: Pick<Tab, 'id' | 'created'>): boolean =>
  cache.getQueryData(replayKeys.of(id)) !== undefined || Date.now() - Date.parse(created) < RECENT_MS
