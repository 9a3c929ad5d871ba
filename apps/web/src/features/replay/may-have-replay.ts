import type { Tab } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import { replayKeys } from './keys.ts'

/** A replay is over after a day: older tabs are not asked for theirs. */
const RECENT_MS = 86_400_000

/** Whether something may be replayed into a tab: it is known of, or the tab is young. */
export const mayHaveReplay = (cache: QueryClient, { id, created }: Pick<Tab, 'id' | 'created'>): boolean =>
  cache.getQueryData(replayKeys.of(id)) !== undefined || Date.now() - Date.parse(created) < RECENT_MS
