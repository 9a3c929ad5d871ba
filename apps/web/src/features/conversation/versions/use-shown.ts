// The shown versions of the tabs. They outlive the thread, because a question asked elsewhere uses them.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi, type Api } from '../../../lib/api.ts'
import { messageKeys } from '../keys.ts'
import { cachedMessages, messagesQuery, useRunStore } from '../messages/index.ts'
import type { Runs } from '../../runs/index.ts'
import { perPage } from '../../../lib/per-page.ts'
import { createShownVersions, type ShownVersions } from './shown.ts'
import { lastShown, turnsOf } from './turns.ts'

const tabsOf = perPage(
  () => new Map<number, ShownVersions>(),
  (tabs) => tabs.clear(),
)

function versionsOf(cache: QueryClient, tabId: number): ShownVersions {
  const tabs = tabsOf(cache)
  const versions = tabs.get(tabId) ?? createShownVersions()
  tabs.set(tabId, versions)
  return versions
}

/** Returns the shown versions of a tab. */
export function useShownVersions(tabId: number): ShownVersions {
  const cache = useQueryClient()
  return useMemo(() => versionsOf(cache, tabId), [cache, tabId])
}

export interface Shown {
  /** Returns the shown older versions of a tab; undefined if its messages are not cached. */
  known(tabId: number, replacesQueryId?: number): number[] | undefined
  /** Resolves with the same and fetches the messages if necessary; undefined if that fails. */
  load(tabId: number): Promise<number[] | undefined>
}

/** Returns the shown versions of any tab, for callers outside its thread. */
export function useShown(): Shown {
  const api = useApi()
  const cache = useQueryClient()
  const store = useRunStore()
  return useMemo(() => shownOf(api, cache, store), [api, cache, store])
}

function shownOf(api: Api, cache: QueryClient, store: Runs): Shown {
  const known = (tabId: number, replacesQueryId?: number) => {
    if (cache.getQueryData(messageKeys.of(tabId)) === undefined) return undefined
    const messages = cachedMessages(cache, tabId)
    const runs = store.of(tabId)
    const turns = turnsOf(messages, runs, (queryId) => store.keyOf(queryId))
    return versionsOf(cache, tabId).sent(turns, lastShown(messages, runs).ids, replacesQueryId)
  }
  return {
    known,
    async load(tabId) {
      // If that fails, the question is sent with the newest versions.
      await cache.ensureQueryData(messagesQuery(api, cache, tabId)).catch(() => undefined)
      return known(tabId)
    },
  }
}
