// The shown versions of the tabs. They outlive the thread, because a question asked elsewhere uses them.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi, type Api } from '../../../lib/api.ts'
import { messageKeys } from '../keys.ts'
import { cachedMessages, messagesQuery, useRunStore } from '../messages/index.ts'
import type { Runs } from '../stream/index.ts'
import { createShownVersions, type ShownVersions } from './shown.ts'
import { lastShown, turnsOf } from './turns.ts'

// Kept per run store: for one user, until the page is closed.
const stores = new WeakMap<Runs, Map<number, ShownVersions>>()

function versionsOf(store: Runs, tabId: number): ShownVersions {
  const tabs = stores.get(store) ?? new Map<number, ShownVersions>()
  stores.set(store, tabs)
  const versions = tabs.get(tabId) ?? createShownVersions()
  tabs.set(tabId, versions)
  return versions
}

/** Returns the shown versions of a tab. */
export function useShownVersions(tabId: number): ShownVersions {
  const store = useRunStore()
  return useMemo(() => versionsOf(store, tabId), [store, tabId])
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
    const versions = versionsOf(store, tabId)
    const messages = cachedMessages(cache, tabId)
    const runs = store.of(tabId)
    const turns = turnsOf(messages, runs, (queryId) => store.keyOf(queryId))
    versions.update(turns, lastShown(messages, runs).ids)
    return versions.sent(replacesQueryId)
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
